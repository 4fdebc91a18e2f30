package mockidp.junit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code mockidp serve} on free ports, with a home of its own. It ends with this process, however that ends. */
final class ServerProcess {
    private static final long READY_WITHIN_SECONDS = 30;
    private static final long ENDS_WITHIN_SECONDS = 10;

    // The program takes the place of the shell. The rest of the shell waits for the end of its input: the pipe closes when this process closes
    // it or dies, also by SIGKILL. Then it stops the server and removes its folder.
    private static final String WATCHED = String.join("\n",
        "exec 3<&0",
        "{",
        "  read -r _ <&3",
        "  kill -TERM $$",
        "  for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 $$ || break; sleep 0.1; done",
        "  rm -rf \"$1\"",
        "} >/dev/null 2>&1 &",
        "shift",
        "exec \"$@\" </dev/null 3<&-");

    private final Process process;
    private final Map<String, Object> ready;

    private ServerProcess(Process process, Map<String, Object> ready) {
        this.process = process;
        this.ready = ready;
    }

    /** The content of the ready file. */
    Map<String, Object> ready() {
        return ready;
    }

    /**
     * The command that runs the server until its standard input ends. This is the only place that knows how: with a server that has
     * {@code serve --exit-with-parent} the command itself does it.
     */
    private static List<String> endsWithParent(Path folder, List<String> command) {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", WATCHED, "mockidp", folder.toString()));
        words.addAll(command);
        return words;
    }

    static ServerProcess start(String... arguments) {
        String program = Executable.find(System.getenv());
        Path log = null;
        try {
            Path folder = Files.createTempDirectory("mockidp-");
            // The folder goes as soon as the server has ended, and the reason for an early end is in this file.
            log = Files.createTempFile("mockidp-", ".log");
            Path file = folder.resolve("ready.json");
            List<String> serve = new ArrayList<>(List.of(program, "serve", "--https-port", "0", "--http-port", "0", "--ready-file", file.toString(), "--quiet"));
            serve.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(endsWithParent(folder, serve)).redirectErrorStream(true).redirectOutput(log.toFile());
            builder.environment().put("MOCKIDP_HOME", folder.toString());
            builder.environment().remove("MOCKIDP_CONTROL_TOKEN");
            Process process = builder.start();
            Map<String, Object> ready = await(process, file.toFile(), log);
            return new ServerProcess(process, ready);
        } catch (IOException error) {
            throw new MockIdPException("The server cannot be started: " + error.getMessage(), 0, error);
        } finally {
            if (log != null) {
                log.toFile().delete();
            }
        }
    }

    private static Map<String, Object> await(Process process, File file, Path log) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_WITHIN_SECONDS);
        while (!file.exists()) { // the file appears whole or not at all
            try {
                if (process.waitFor(5, TimeUnit.MILLISECONDS)) {
                    throw new MockIdPException("The server ended with " + process.exitValue() + " before it was ready: " + Files.readString(log).strip());
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                end(process);
                throw new MockIdPException("The start of the server was interrupted.", 0, interrupted);
            }
            if (System.nanoTime() > deadline) {
                end(process);
                throw new MockIdPException("The server was not ready within " + READY_WITHIN_SECONDS + " s. " + Files.readString(log).strip());
            }
        }
        return Json.object(Json.read(Files.readString(file.toPath())));
    }

    void stop() {
        end(process);
    }

    private static void end(Process process) {
        try {
            process.getOutputStream().close();
            if (process.waitFor(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (IOException | InterruptedException error) {
            if (error instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
        }
        process.destroyForcibly();
    }
}
