package mockidp.junit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Finds the program. */
final class Executable {
    static final String ELSEWHERE = "Set MOCKIDP_BINARY to the program, or MOCKIDP_URL to a server that runs already.";

    private Executable() {}

    /** The program that MOCKIDP_BINARY names, else the first one in PATH. */
    static String find(Map<String, String> environment) {
        String named = environment.getOrDefault("MOCKIDP_BINARY", "");
        if (!named.isEmpty()) {
            if (!Files.isExecutable(Path.of(named))) {
                throw new MockIdPException("MOCKIDP_BINARY names " + named + ", and there is no program.");
            }
            return Path.of(named).toAbsolutePath().toString();
        }
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            Path candidate = Path.of(folder.isEmpty() ? "." : folder, "mockidp");
            if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                return candidate.toAbsolutePath().toString();
            }
        }
        throw new MockIdPException("There is no mockidp in PATH. " + ELSEWHERE);
    }
}
