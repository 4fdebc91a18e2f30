package team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mockidp.junit.MockIdP;
import mockidp.junit.MockIdPException;
import mockidp.junit.MockIdPServer;
import mockidp.junit.MockIdPWorld;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run says and leaves. */
class RunTest {
    @MockIdP
    static class Unmet {
        @Test
        void one(MockIdPWorld world) {
            world.expect(Map.of("event", "signIn", "count", 2));
            world.browser().signIn(App.authorizeUrl(world), world.user());
        }
    }

    @MockIdP
    static class FailsBefore {
        @BeforeEach
        void prepare(MockIdPWorld world) throws Exception {
            App.byPassword(world, world.user());
            Assertions.fail("on purpose");
        }

        @Test
        void one() {}
    }

    @Test
    void expectation() {
        for (Class<?> type : List.of(Unmet.class, FailsBefore.class)) {
            Inner.Run run = Inner.here(type);
            assertEquals(1, run.failed, run.said);
            List<String> words = type == Unmet.class ? List.of("not met: signIn", "#1 GET /common/oauth2/v2.0/authorize") : List.of("on purpose", "#1 POST");
            words.forEach(one -> assertTrue(run.said.contains(one), run.said));
            assertEquals(1, run.said.split("mockidp, world ", -1).length - 1, run.said);
        }
    }

    @MockIdP
    static class Outer {
        @Nested
        class Refused {
            @Test
            void one(MockIdPWorld world) {
                world.act("no such action");
            }
        }

        @Nested
        class GoesOn {
            @Test
            void one(MockIdPWorld world) {
                world.act("rotateKeys");
                assertEquals(400, Assertions.assertThrows(MockIdPException.class, () -> world.act("no such action")).status());
                world.act("rotateKeys");
            }
        }
    }

    @Test
    void subtests() {
        Inner.Run run = Inner.here(Outer.class);
        assertEquals(List.of(1, 1), List.of(run.succeeded, run.failed), run.said);
        assertTrue(run.said.contains("no such action"), run.said);
    }

    @Test
    void noExecutable() throws Exception {
        Map<String, String> cases = Map.of("", "There is no mockidp in PATH. Set MOCKIDP_BINARY to the program, or MOCKIDP_URL to a server that runs already.",
            "/nowhere/mockidp", "MOCKIDP_BINARY names /nowhere/mockidp, and there is no program there.");
        for (Map.Entry<String, String> one : cases.entrySet()) {
            Process run = Inner.elsewhere("team.RunTest$Servers", Map.of("MOCKIDP_BINARY", one.getKey(), "MOCKIDP_URL", "", "PATH", "/nowhere")).start();
            String first = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\n")[0];
            assertEquals("mockidp.junit.MockIdPException: " + one.getValue(), first.substring(first.indexOf("mockidp.")));
        }
    }

    /** Tells where its servers are, and waits when it is told to. */
    static final class Servers {
        private Servers() {}

        public static void main(String[] words) throws Exception {
            MockIdPServer shared = MockIdPServer.leadJvm();
            System.out.println(shared.url() + " " + MockIdPServer.start("--scenario", "expired-refresh").url());
            if (words.length > 0) {
                Thread.sleep(Duration.ofMinutes(1).toMillis());
            }
        }
    }

    /** Neither a run that ends, nor one that is interrupted or killed, leaves a server or a home behind. */
    @ParameterizedTest
    @ValueSource(strings = {"it ends", "INT", "KILL"})
    void nothingLeft(String signal, @TempDir Path homes) throws Exception {
        String[] words = signal.length() > 4 ? new String[0] : new String[] {"waits"};
        ProcessBuilder builder = Inner.elsewhere("team.RunTest$Servers", Map.of("MOCKIDP_URL", "", "TMPDIR", homes.toString()), words);
        // A terminal's Ctrl-C goes to the whole group: the tests and what they started.
        builder.command().add(0, "setsid");
        Process run = builder.start();
        String line = new BufferedReader(new InputStreamReader(run.getInputStream(), StandardCharsets.UTF_8)).readLine();
        assertTrue(line != null && line.startsWith("https://"), line);
        if (words.length > 0) {
            String whom = signal.equals("INT") ? "-" + run.pid() : String.valueOf(run.pid());
            new ProcessBuilder("kill", "-s", signal, "--", whom).inheritIO().start().waitFor();
        }
        run.waitFor();
        String left = "";
        for (Instant end = Instant.now().plusSeconds(20); Instant.now().isBefore(end); Thread.sleep(20)) {
            left = left(homes, line.split(" "));
            if (left.isEmpty()) {
                return;
            }
        }
        Assertions.fail(left);
    }

    private static String left(Path homes, String[] addresses) throws Exception {
        for (String address : addresses) {
            try {
                ((HttpURLConnection) URI.create(address.replace("https:", "http:")).toURL().openConnection()).getResponseCode();
                return address + " still answers";
            } catch (ConnectException ended) {
                continue;
            } catch (IOException alive) {
                return address + " still listens";
            }
        }
        try (Stream<Path> found = Files.list(homes)) {
            return found.filter(one -> one.getFileName().toString().startsWith("mockidp-")).map(Path::toString).collect(Collectors.joining(" "));
        }
    }
}
