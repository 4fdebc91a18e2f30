package mockidp.junit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Finds the program. */
final class Executable {
    static final String ELSEWHERE = "Set MOCKIDP_BINARY to the program, or MOCKIDP_URL to a server that runs already.";

    private Executable() {}

    /** The program that MOCKIDP_BINARY names, else the first one in PATH. */
    static String find(Map<String, String> environment) {
        return find(environment, System.getProperty("os.name", ""));
    }

    static String find(Map<String, String> environment, String system) {
        String named = environment.getOrDefault("MOCKIDP_BINARY", "");
        if (!named.isEmpty()) {
            if (!isProgram(Path.of(named))) {
                throw new MockIdPException("MOCKIDP_BINARY names " + named + ", and there is no program there.");
            }
            return Path.of(named).toAbsolutePath().toString();
        }
        String found = inPath("mockidp", environment);
        if (found != null) {
            return found;
        }
        if (system.toLowerCase(Locale.ROOT).startsWith("windows")) {
            throw new MockIdPException("There is no program for Windows. Set MOCKIDP_URL to a server that runs already, such as one in a container.");
        }
        throw new MockIdPException("There is no mockidp in PATH. " + ELSEWHERE);
    }

    /**
     * The words before a command that give it a process group of its own: Ctrl-C is for the tests. The server ends when they do, in its own time, and
     * takes its home along. Java has no call for it. Linux has setsid, macOS has Perl.
     */
    static List<String> inGroupOfItsOwn(Map<String, String> environment) {
        String setsid = inPath("setsid", environment);
        if (setsid != null) {
            return List.of(setsid);
        }
        String perl = inPath("perl", environment);
        return perl == null ? List.of() : List.of(perl, "-e", "setpgrp(0, 0); exec { $ARGV[0] } @ARGV; die \"failed to execute: $!\\n\"");
    }

    private static String inPath(String name, Map<String, String> environment) {
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            Path candidate = Path.of(folder.isEmpty() ? "." : folder, name);
            if (isProgram(candidate)) {
                return candidate.toAbsolutePath().toString();
            }
        }
        return null;
    }

    private static boolean isProgram(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }
}
