package mockidp.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@MockIdP
class WorldTest {
    static int password(MockIdPWorld world, MockIdPWorld.User user, String password) throws Exception {
        String form = "grant_type=password&scope=User.Read&client_id=" + world.app("mobile").clientId + "&username=" + MockIdPWorld.encoded(user.name) + "&password=" + MockIdPWorld.encoded(password);
        HttpRequest request = HttpRequest.newBuilder(URI.create(world.authority() + "/oauth2/v2.0/token")).header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form)).build();
        return world.httpClient().send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    @Test
    void worldsDoNotSeeEachOther(MockIdPWorld world) throws Exception {
        MockIdPWorld other = MockIdPServer.shared().world("", "", "");
        assertNotEquals(world.tenantId(), other.tenantId());
        assertEquals(200, password(world, world.user(), world.user().password));
        assertEquals("login.microsoftonline.com", world.journal(Map.of()).get(0).get("host"));
        assertTrue(other.journal(Map.of()).isEmpty());
        other.remove();
    }

    @Test
    @MockIdP(scenario = "happy-path", user = "bob", overrides = "{\"world\":{\"users\":{\"bob\":{\"enabled\":false}}}}", verify = false)
    void theAnnotationNamesUserAndOverrides(MockIdPWorld world) throws Exception {
        assertEquals("bob", world.user().alias);
        assertEquals(400, password(world, world.user(), world.user().password));
        assertEquals(1, world.journal(Map.of("error", "AADSTS50057")).size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"AADSTS700082", "AADSTS50173"})
    void theAppAsksAgain(String code, MockIdPWorld world) throws Exception {
        Profile profile = Profile.of(world);
        profile.show();
        profile.show();
        assertEquals(1, profile.timesAsked);
        if (code.equals("AADSTS50173")) {
            world.revoke(world.user());
        } else {
            assertTrue(world.age("refreshTokens") > 0);
        }
        profile.show();
        assertEquals(2, profile.timesAsked);
        assertTrue(world.describe().contains("ended with " + code));
    }

    @Test
    void rulesActionsLifetimesAndTime(MockIdPWorld world) throws Exception {
        world.rule(Map.of("endpoint", "token", "occurrence", 1), Map.of("respond", Map.of("status", 503)));
        world.expect(Map.of("event", "token.issued", "count", 1));
        assertEquals(503, password(world, world.user(), world.user().password));
        assertEquals(200, password(world, world.user(), world.user().password));
        world.act("rotateKeys");
        world.lifetime("accessToken", "1m");
        world.advance("90d");
        world.change(world.user(), "disable");
        assertEquals(400, password(world, world.user(), world.user().password));
        assertEquals(3, world.token(Map.of("client", "daemon", "scope", "https://graph.microsoft.com/.default")).split("\\.").length);
    }

    @Test
    void hostsOutsideThisMachineAreRefused(MockIdPWorld world) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://example.com/")).build();
        Exception error = assertThrows(ConnectException.class, () -> world.httpClient().send(request, HttpResponse.BodyHandlers.ofString()));
        assertTrue(error.getMessage().startsWith("example.com is not a host that mockidp answers"));
    }

    @Test
    void mistakesAreToldInTheServersWords() {
        MockIdPException refused = assertThrows(MockIdPException.class, () -> MockIdPServer.shared().world("expired-refres", "", ""));
        assertEquals(400, refused.status());
        assertTrue(refused.getMessage().contains("expired-refres"));
        String early = assertThrows(MockIdPException.class, () -> MockIdPServer.start("--scenario", "no-such-scenario")).getMessage();
        assertTrue(early.contains("there is no scenario"), early);
        assertThrows(MockIdPException.class, () -> Executable.find(Map.of("MOCKIDP_BINARY", "/nowhere/mockidp")));
        assertThrows(MockIdPException.class, () -> Executable.find(Map.of("PATH", "/nowhere")));
        assertThrows(MockIdPException.class, () -> MockIdPServer.attach("https://localhost:1", null, Path.of("/nowhere/ca.pem"), null));
    }

    @Test
    void aServerOfATestsOwnEnds() {
        MockIdPServer server = MockIdPServer.start("--scenario", "expired-refresh");
        assertEquals("expired-refresh", server.world("", "", "").scenario());
        server.stop();
        assertThrows(MockIdPException.class, () -> server.call("GET", "health", null));
    }

    /** A terminal's Ctrl-C is for the tests; the server ends when they do, and removes its home in its own time. */
    @Test
    void aServerHasAProcessGroupOfItsOwn() throws Exception {
        ServerProcess server = ServerProcess.start();
        String pid = Json.text(server.ready().get("pid"));
        Process asked = new ProcessBuilder("ps", "-o", "pgid=", "-p", pid).start();
        assertEquals(pid, new String(asked.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
        assertTrue(Files.exists(server.home()));
        server.stop();
        assertFalse(Files.exists(server.home()));
    }

    @Test
    void onWindowsASentenceSaysWhatToDo() {
        assertEquals("There is no program for Windows. Set MOCKIDP_URL to a server that runs already, such as one in a container.",
            assertThrows(MockIdPException.class, () -> Executable.find(Map.of(), "Windows 11")).getMessage());
    }

    @Test
    void hostsOfWhichTheServerHasSinglePages() {
        Names names = new Names(List.of("microsoft.com/devicelogin", "*.b2clogin.com"));
        assertTrue(names.isMicrosoft("microsoft.com") && names.isMicrosoft("169.254.169.254") && names.isMicrosoft("Contoso.b2clogin.com"));
        assertTrue(names.answersPath(URI.create("https://microsoft.com/DeviceLogin?otc=1")));
        assertFalse(names.answersPath(URI.create("https://microsoft.com/")));
        assertFalse(names.isMicrosoft("b2clogin.com.example"));
    }

    @Test
    void aProgramThatDoesNotFitIsToldInOneSentence(@TempDir Path folder) throws Exception {
        Map<String, String> cases = Map.of(
            "#!/bin/sh\necho 'mockidp serve: unknown option --exit-with-parent' >&2\nexit 2\n", "is older than this library",
            "\0\1no program", "Set MOCKIDP_BINARY",
            "#!/bin/sh\necho 'no home' >&2\nexit 1\n", "ended with 1 before it was ready: no home");
        Path program = folder.resolve("mockidp");
        for (Map.Entry<String, String> one : cases.entrySet()) {
            Files.writeString(program, one.getKey());
            assertTrue(program.toFile().setExecutable(true));
            String told = assertThrows(MockIdPException.class, () -> ServerProcess.startProgram(program.toString())).getMessage();
            assertTrue(told.contains(one.getValue()), told);
        }
    }

    @Test
    void jsonIsReadAndWritten() {
        String text = "{\"a\":[1,-2.5,true,null,\"\\\"\\\\x\"],\"b\":{},\"c\":[]}";
        assertEquals(text, Json.write(Json.read(text)));
        assertEquals(List.of("é\n/"), Json.read("[ \"\\u00e9\\n\\/\" ]"));
        assertThrows(IllegalArgumentException.class, () -> Json.read("[1"));
    }
}
