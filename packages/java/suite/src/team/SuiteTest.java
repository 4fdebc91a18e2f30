package team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import mockidp.junit.Answers;
import mockidp.junit.Browser;
import mockidp.junit.Message;
import mockidp.junit.MockIdP;
import mockidp.junit.MockIdPException;
import mockidp.junit.MockIdPServer;
import mockidp.junit.MockIdPWorld;
import mockidp.junit.PageRefused;
import mockidp.junit.WorldOptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A team's tests: they use the jar as a stranger does. ../../suite.tsv names the test of each step. */
@MockIdP
class SuiteTest {
    private static final String TEAM = "scenario: team\nworld:\n  users: { uma: { displayName: Uma Underwood } }\n";

    @Test
    void start(MockIdPWorld world) throws Exception {
        assertSame(MockIdPServer.shared(), world.server());
        assertTrue(App.get(world.httpClient(), world.server().url() + "/_mockidp/v1/health").contains("\"ok\""));
        assertTrue(App.get(world.httpClient(), world.authority() + "/v2.0/.well-known/openid-configuration").contains("jwks_uri"));
    }

    @Test
    void world(MockIdPWorld world) throws Exception {
        MockIdPWorld other = world.server().world();
        world.change(world.user(), "disable");
        assertTrue(App.byPassword(world, world.user()).contains("AADSTS50057"));
        assertTrue(App.byPassword(other, other.user()).contains("access_token"));
        assertEquals(List.of(1, 1), List.of(world.journal(Map.of()).size(), other.journal(Map.of()).size()));
        other.remove();
    }

    @Test
    void pageSignIn(MockIdPWorld world) throws Exception {
        MockIdPWorld.User bob = world.user("bob");
        for (String mode : List.of("query", "fragment", "form_post")) {
            Map<String, String> arrived = world.browser().signInAtPages(App.authorizeUrl(world, "response_mode", mode, "state", "1 2&3"), bob);
            assertEquals("1 2&3", arrived.get("state"), mode);
            assertEquals(bob.name, App.nameOf(world.httpClient(), App.text(App.redeem(world, arrived), "access_token")));
        }
        assertEquals("login.microsoftonline.com", world.journal(Map.of("endpoint", "authorize")).get(0).get("host"));
    }

    @Test
    @MockIdP(overrides = "{\"world\": {\"users\": {\"alice\": {\"mfa\": \"required\"}}}}")
    void pageSignInWithPeopleWhoDoOtherThings(MockIdPWorld world) {
        assertTrue(world.browser().signInAtPages(App.authorizeUrl(world), world.user()).containsKey("code"));
        Answers fails = new Answers().mfa("fail");
        assertFalse(assertThrows(PageRefused.class, () -> world.browser().signInAtPages(App.authorizeUrl(world), world.user(), fails)).text().isEmpty());
        Map<String, Answers> leaving = Map.of("access_denied", new Answers().cancel(), "consent_required", new Answers().consent("decline"));
        leaving.forEach((told, answers) ->
            assertEquals(told, world.browser().signInAtPages(App.authorizeUrl(world, "prompt", "consent"), world.user(), answers).get("error")));
        world.change(world.user(), "expirePassword");
        assertTrue(world.browser().signInAtPages(App.authorizeUrl(world), world.user()).containsKey("code"));
    }

    @Test
    void aWebApp(MockIdPWorld world) throws Exception {
        Browser browser = world.browser();
        try (WebApp app = new WebApp(world)) {
            for (int visit = 0; visit < 2; visit++) {
                assertEquals("Hello visitor", browser.visit(app.address(), world.user()).body());
                assertEquals(1, world.journal(Map.of("event", "signIn")).size());
            }
        }
    }

    @Test
    void popup(MockIdPWorld world) throws Exception {
        Browser browser = world.browser();
        browser.signInAtPages(App.authorizeUrl(world), world.user());
        // A second page of the same session wants to be told which account.
        Map<String, String> arrived = browser.signInAtPages(App.authorizeUrl(world, "prompt", "select_account"), world.user());
        assertEquals(world.user().name, App.nameOf(world.httpClient(), App.text(App.redeem(world, arrived), "access_token")));
        assertEquals(3, world.journal(Map.of("endpoint", "signIn")).size());
    }

    @Test
    void sessionNoPage(MockIdPWorld world) {
        Browser browser = world.browser();
        browser.signIn(App.authorizeUrl(world), world.user());
        int before = world.journal(Map.of()).size();
        assertTrue(browser.signInAtPages(App.authorizeUrl(world, "prompt", "none"), world.user()).containsKey("code"));
        assertEquals(before + 1, world.journal(Map.of()).size());
        assertTrue(browser.signIn(App.authorizeUrl(world, "prompt", "none"), world.user()).containsKey("code"));
    }

    @Test
    void pageRefuses(MockIdPWorld world) {
        Browser browser = world.browser();
        MockIdPWorld.User bob = world.user("bob");
        world.change(bob, "disable");
        String unknown = "99999999-0000-4000-8000-000000000009";
        refused("AADSTS50126", "password", () -> browser.signInAtPages(App.authorizeUrl(world), world.user(), new Answers().password("wrong")));
        refused("AADSTS50057", "locked", () -> browser.signInAtPages(App.authorizeUrl(world), bob));
        refused("AADSTS700016", "was not found", () -> browser.signInAtPages(App.authorizeUrl(world, "client_id", unknown), world.user()));
        refused("AADSTS50057", "disabled", () -> browser.signIn(App.authorizeUrl(world), bob));
        // The test goes on, and so does the person.
        assertTrue(browser.signInAtPages(App.authorizeUrl(world), world.user()).containsKey("code"));
    }

    private static void refused(String code, String text, Executable signIn) {
        PageRefused page = assertThrows(PageRefused.class, signIn);
        assertEquals(code, page.code());
        assertTrue(page.text().contains(text), page.text());
        assertTrue(page.journal().contains(code), page.journal());
    }

    @Nested
    class ParallelTests {
        @RepeatedTest(8)
        @Execution(ExecutionMode.CONCURRENT)
        void parallel(MockIdPWorld world) throws Exception {
            Map<String, String> arrived = world.browser().signInAtPages(App.authorizeUrl(world), world.user());
            assertEquals(world.user().name, App.nameOf(world.httpClient(), App.text(App.redeem(world, arrived), "access_token")));
            assertEquals(1, world.journal(Map.of("event", "signIn")).size());
        }
    }

    @Test
    @MockIdP(scenario = "expired-refresh", verify = false)
    void twoWorlds(MockIdPWorld world) throws Exception {
        MockIdPWorld other = world.server().world(new WorldOptions().scenario("expired-refresh"));
        assertNotEquals(world.tenantId(), other.tenantId());
        String first = App.redeem(world, world.browser().signIn(App.authorizeUrl(world), world.user()));
        String told = App.ask(other, Map.of("grant_type", "refresh_token", "refresh_token", App.text(first, "refresh_token")));
        assertEquals("invalid_grant", App.text(told, "error"), "a refresh token of another world");
        other.remove();
    }

    @Test
    void managedIdentity(MockIdPWorld world) throws Exception {
        String resource = URLEncoder.encode("https://vault.azure.net", StandardCharsets.UTF_8);
        Map<String, String> variables = world.appService();
        for (String told : List.of(
            App.get(world.httpClient(), "http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01&resource=" + resource, "Metadata", "true"),
            App.get(world.httpClient(), variables.get("IDENTITY_ENDPOINT") + "?api-version=2019-08-01&resource=" + resource,
                "X-IDENTITY-HEADER", variables.get("IDENTITY_HEADER")))) {
            String claims = App.claims(App.text(told, "access_token"));
            assertEquals(world.tenantId(), App.text(claims, "tid"));
            assertEquals(world.app("identity").clientId, App.text(claims, "appid"));
        }
        assertEquals(2, world.journal(Map.of("endpoint", "managedIdentity")).size());
    }

    @Test
    void mintedToken(MockIdPWorld world) throws Exception {
        String token = world.token(Map.of("client", "mobile", "user", "alice", "scope", "api://contoso/Orders.Read"));
        Validator.accept(world.httpClient(), world.properties(), token);
        Object ordered = world.call("POST", "tokens", Map.of("client", "mobile", "user", "alice", "scope", "api://contoso/Orders.Read"));
        Validator.accept(world.httpClient(), world.properties(), (String) ((Map<?, ?>) ordered).get("token"));
        String other = world.token(Map.of("client", "mobile", "user", "alice", "scope", "api://contoso/Orders.Read", "issuer", "login.microsoftonline.us"));
        assertThrows(AssertionError.class, () -> Validator.accept(world.httpClient(), world.properties(), other));
        String forged = token.substring(0, token.lastIndexOf('.') + 1) + Base64.getUrlEncoder().withoutPadding().encodeToString(new byte[256]);
        assertThrows(AssertionError.class, () -> Validator.accept(world.httpClient(), world.properties(), forged));
    }

    @Test
    void mail(MockIdPWorld world) throws Exception {
        String token = world.token(Map.of("client", "mobile", "user", "alice", "scope", "https://graph.microsoft.com/Mail.Send"));
        String content = "<p><a href='https://example.com/confirm'>Confirm</a> with 482913.</p>";
        String body = "{\"message\": {\"subject\": \"Welcome\", \"toRecipients\": [{\"emailAddress\": {\"address\": \"kim@example.com\"}}], "
            + "\"body\": {\"contentType\": \"html\", \"content\": \"" + content + "\"}}}";
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://graph.microsoft.com/v1.0/me/sendMail"))
            .header("Authorization", "Bearer " + token).header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)).build();
        assertEquals(202, world.httpClient().send(request, HttpResponse.BodyHandlers.discarding()).statusCode());
        Message mail = world.mail().waitFor("kim@example.com");
        assertEquals(List.of("Welcome", "https://example.com/confirm", "482913", "482913"),
            List.of(mail.subject(), mail.link("Confirm"), mail.code("\\d{6}"), mail.code("with (\\d+)")));
        assertThrows(MockIdPException.class, () -> mail.link("Cancel"));
        MockIdPException late = assertThrows(MockIdPException.class, () -> world.mail().waitFor(Map.of("to", "lee@example.com", "timeout", "100ms")));
        assertTrue(late.getMessage().contains("'Welcome': it went to kim@example.com"), late.getMessage());
        world.mail().clear();
    }

    @Test
    @MockIdP(scenario = "user-disabled", verify = false)
    void scenarioName(MockIdPWorld world) {
        assertEquals("user-disabled", world.scenario());
    }

    @Test
    @MockIdP(scenario = TEAM, user = "uma")
    void scenarioText(MockIdPWorld world) {
        assertEquals(List.of("team", "uma"), List.of(world.scenario(), world.user().alias));
    }

    @Test
    void scenarioFile(MockIdPWorld other, @TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("team.yaml"), TEAM);
        MockIdPWorld world = other.server().world(new WorldOptions().file(file).user("uma"));
        assertTrue(App.byPassword(world, world.user()).contains("access_token"));
        world.remove();
        Path nowhere = folder.resolve("nowhere.yaml");
        assertTrue(assertThrows(MockIdPException.class, () -> new WorldOptions().file(nowhere)).getMessage().contains("nowhere.yaml"));
    }

    @Test
    @MockIdP(file = "scenario.yaml", user = "uma")
    void scenarioFileOfTheAnnotation(MockIdPWorld world) {
        assertEquals(List.of("team", "uma"), List.of(world.scenario(), world.user().alias));
    }

    @Test
    @MockIdP(name = "java-options", ids = "asWritten", clientIds = "perWorld")
    void options(MockIdPWorld world) throws Exception {
        assertEquals("java-options", world.name());
        MockIdPWorld written = world.server().world(new WorldOptions().ids("asWritten"));
        assertEquals(written.tenantId(), world.tenantId());
        assertNotEquals(written.app("mobile").clientId, world.app("mobile").clientId);
        assertNotEquals(written.tenantId(), world.server().world(new WorldOptions().name("java-options-2")).tenantId());
        written.remove();
        // The client tells the world, where the tenant does not.
        assertTrue(App.byPassword(world, world.user()).contains("access_token"));
        assertEquals(1, world.journal(Map.of()).size());
    }

    @Test
    void snapshot(MockIdPWorld world) throws Exception {
        String first = App.redeem(world, world.browser().signIn(App.authorizeUrl(world), world.user()));
        Map<String, String> renewal = Map.of("grant_type", "refresh_token", "refresh_token", App.text(first, "refresh_token"));
        String password = world.user().password;
        world.save("signed-in");
        world.revoke(world.user());
        assertEquals("invalid_grant", App.text(App.ask(world, renewal), "error"));
        world.restore("signed-in");
        assertTrue(App.ask(world, renewal).contains("access_token"));
        assertEquals(password, world.user().password);
    }

    @Test
    void ruleJournal(MockIdPWorld world) throws Exception {
        world.rule(Map.of("endpoint", "token", "occurrence", 1), Map.of("refuse", "AADSTS50173"));
        assertTrue(App.byPassword(world, world.user()).contains("AADSTS50173"));
        assertTrue(App.byPassword(world, world.user()).contains("access_token"));
        List<Map<String, Object>> found = world.journal(Map.of("error", "AADSTS50173"));
        assertEquals(List.of(1, 2), List.of(found.size(), world.journal(Map.of()).size()));
        assertTrue(found.get(0).get("refusal").toString().contains("meaning"));
    }

    @Test
    void foreignHost(MockIdPWorld world) {
        Exception refused = assertThrows(ConnectException.class, () -> App.get(world.httpClient(), "https://example.com/"));
        assertEquals("example.com is not a host that mockidp answers, and tests with it do not leave this machine.", refused.getMessage());
    }
}
