package mockidp.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Tests that fail on purpose; the script runs them for what they print. */
class FailuresFixture {
    @Test
    @MockIdP
    void aWrongPassword(MockIdPWorld world) throws Exception {
        assertEquals(200, WorldTest.password(world, world.user(), "wrong"));
    }

    @Test
    @MockIdP(scenario = "expired-refresh")
    void anExpectation(MockIdPWorld world) {}
}
