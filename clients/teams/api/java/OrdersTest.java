import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mockidp.junit.MockIdP;
import mockidp.junit.MockIdPWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@MockIdP
class OrdersTest {
    private static String ask(MockIdPWorld world, Map<String, ?> more) throws Exception {
        Map<String, Object> order = new HashMap<>(Map.of("client", "mobile", "user", "alice", "scope", "api://contoso/access_as_user"));
        order.putAll(more);
        return Orders.claimsOf(world.httpClient(), world.token(order), world.tenantId());
    }

    @Test
    void aRole(MockIdPWorld world) throws Exception {
        assertEquals("Orders.Approve", Orders.roleIn(ask(world, Map.of("claims", Map.of("roles", List.of("Orders.Approve"))))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"expired", "badSignature", "wrongAudience", "wrongIssuer", "unknownKey", "unsigned"})
    void aTokenWithAFaultIsRefused(String fault, MockIdPWorld world) {
        assertThrows(Orders.Refused.class, () -> ask(world, Map.of("with", List.of(fault))));
    }
}
