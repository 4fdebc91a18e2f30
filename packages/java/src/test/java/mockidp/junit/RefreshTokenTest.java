package mockidp.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The test that the documentation shows in every language. */
class RefreshTokenTest {
    @Test
    @MockIdP(scenario = "expired-refresh")
    void theUserSignsInAgainWhenTheRefreshTokenHasExpired(MockIdPWorld world) throws Exception {
        Profile profile = Profile.of(world);
        assertEquals("Alice Archer", profile.show()); // signs in
        assertEquals("Alice Archer", profile.show()); // AADSTS700082: signs in again
        assertEquals(2, profile.timesAsked);
    }
}
