package mockidp.junit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * {@code mockidp serve} on free ports, with a home of its own. The server ends when its standard input does: this process closes the pipe, or dies.
 */
final class ServerProcess {
    private static final long READY_WITHIN_SECONDS = 30;
    private static final long ENDS_WITHIN_SECONDS = 10;

    private final Process process;
    private final Map<String, Object> ready;

    private ServerProcess(Process process, Map<String, Object> ready) {
        this.process = process;
        this.ready = ready;
    }

    /** The line that the server prints when it listens. */
    Map<String, Object> ready() {
        return ready;
    }

    /** The server removes it at its end. */
    Path home() {
        return Path.of(Json.text(ready.get("ca"))).getParent();
    }

    static ServerProcess start(String... arguments) {
        return startProgram(Executable.find(System.getenv()), arguments);
    }

    static ServerProcess startProgram(String program, String... arguments) {
        List<String> words = new ArrayList<>(Executable.inGroupOfItsOwn(System.getenv()));
        words.addAll(List.of(program, "serve", "--https-port", "0", "--http-port", "0", "--ready-file", "-", "--quiet",
            "--exit-with-parent", "--temporary-home"));
        words.addAll(List.of(arguments));
        Path log = null;
        try {
            log = Files.createTempFile("mockidp-", ".log");
            ProcessBuilder builder = new ProcessBuilder(words).redirectError(log.toFile());
            builder.environment().remove("MOCKIDP_CONTROL_TOKEN");
            Process process = builder.start();
            return new ServerProcess(process, await(process, program, log));
        } catch (IOException error) {
            throw new MockIdPException(program + " cannot be started: " + error.getMessage() + ". " + Executable.ELSEWHERE, 0, error);
        } finally {
            if (log != null) {
                log.toFile().delete();
            }
        }
    }

    private static Map<String, Object> await(Process process, String program, Path log) throws IOException {
        // What is late is killed, and its output ends then.
        CompletableFuture<Void> late = new CompletableFuture<Void>().orTimeout(READY_WITHIN_SECONDS, TimeUnit.SECONDS)
            .whenComplete((nothing, timeout) -> {
                if (timeout != null) {
                    process.destroyForcibly();
                }
            });
        BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = output.readLine();
        boolean inTime = late.complete(null);
        if (line != null) {
            return Json.object(Json.read(line));
        }
        end(process);
        String said = Files.readString(log).strip();
        if (!inTime) {
            throw new MockIdPException("The server was not ready within " + READY_WITHIN_SECONDS + " s. " + said);
        }
        // What the system cannot run, a shell tries to read.
        if (said.startsWith(program + ": ") || said.contains("failed to execute")) {
            throw new MockIdPException(program + " cannot be started: it is not a program for this machine. " + Executable.ELSEWHERE);
        }
        if (said.contains("--exit-with-parent") || said.contains("--temporary-home")) {
            throw new MockIdPException(program + " is older than this library. Use the program of the same version. " + Executable.ELSEWHERE);
        }
        throw new MockIdPException("The server ended with " + process.exitValue() + " before it was ready: " + said);
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
