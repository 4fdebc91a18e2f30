package mockidp.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@MockIdP
class ProvisioningTest {
    private static final String TEAM = "{\"world\":{\"users\":{\"ann\":{\"displayName\":\"Ann Lee\"},\"ben\":{\"displayName\":\"Ben Ito\"}},"
        + "\"apps\":{\"product\":{\"type\":\"web\",\"assignedUsers\":[\"ann\",\"ben\"],\"provisioning\":{\"groups\":false}}}}}";

    /** A small product: who is in it, by the id that it gave out. */
    private final Map<String, Map<String, Object>> people = new LinkedHashMap<>();
    private boolean readsTexts = true;
    private HttpServer product;

    @BeforeEach
    void start() throws IOException {
        product = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        product.createContext("/scim/Users", this::answer);
        product.start();
    }

    @AfterEach
    void stop() {
        product.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + product.getAddress().getPort() + "/scim";
    }

    private boolean mayEnter(String name) {
        return people.values().stream().anyMatch(person -> Json.text(person.get("userName")).startsWith(name + "@") && Boolean.TRUE.equals(person.get("active")));
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        Map<String, Object> body = Map.of();
        if (!exchange.getRequestMethod().equals("GET")) {
            body = Json.object(Json.read(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        }
        String id = exchange.getRequestURI().getPath().substring("/scim/Users".length()).replace("/", "");
        if (exchange.getRequestMethod().equals("POST")) {
            Map<String, Object> person = new LinkedHashMap<>(body);
            person.put("id", String.valueOf(people.size() + 1));
            people.put(Json.text(person.get("id")), person);
            reply(exchange, 201, person);
        } else if (exchange.getRequestMethod().equals("PATCH")) {
            for (Object one : Json.list(body.get("Operations"))) {
                Map<String, Object> operation = Json.object(one);
                if (operation.get("path").equals("active") && !readsTexts) {
                    reply(exchange, 400, Map.of("detail", "active is a boolean"));
                    return;
                }
                people.get(id).put(Json.text(operation.get("path")), operation.get("path").equals("active") ? "True".equals(operation.get("value")) : operation.get("value"));
            }
            reply(exchange, 200, people.get(id));
        } else if (id.isEmpty()) {
            String wanted = URLDecoder.decode(exchange.getRequestURI().getRawQuery(), StandardCharsets.UTF_8).split("\"")[1];
            List<Object> found = people.values().stream().filter(person -> wanted.equals(person.get("userName"))).collect(Collectors.toList());
            reply(exchange, 200, Map.of("schemas", List.of("urn:ietf:params:scim:api:messages:2.0:ListResponse"), "totalResults", found.size(), "Resources", found));
        } else {
            reply(exchange, 200, people.get(id));
        }
    }

    private static void reply(HttpExchange exchange, int status, Object body) throws IOException {
        byte[] bytes = Json.write(body).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/scim+json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Test
    @MockIdP(overrides = TEAM, verify = false)
    void whoLeavesIsOut(MockIdPWorld world) {
        List<Map<String, Object>> entries = world.provision("product", url(), "t0ken");
        assertEquals(List.of("create", "create"), entries.stream().map(entry -> entry.get("action")).collect(Collectors.toList()));
        assertTrue(mayEnter("ann") && mayEnter("ben"));
        world.leaves("ann");
        assertFalse(mayEnter("ann"));
        assertTrue(mayEnter("ben"));
        assertEquals(2, world.journal(Map.of("event", "provisioning.sent", "user", "ann")).size());
    }

    @Test
    @MockIdP(overrides = TEAM, verify = false)
    void whatTheProductDoesNotTakeFailsWithItsReasons(MockIdPWorld world) {
        world.provision("product", url(), "t0ken");
        readsTexts = false;
        String message = assertThrows(NotProvisioned.class, () -> world.leaves("ann")).getMessage();
        assertTrue(message.contains("disable ann@") && message.contains("active is a boolean"), message);
        assertTrue(message.contains("\"path\":\"active\",\"value\":\"False\""), message);
    }

    @Test
    @MockIdP(overrides = TEAM, verify = false)
    void aProductThatIsNotThereFailsTheCycle(MockIdPWorld world) {
        String message = assertThrows(NotProvisioned.class, () -> world.provision("product", "http://127.0.0.1:9/scim", "t0ken")).getMessage();
        assertTrue(message.contains("the cycle: "), message);
    }
}
