package team;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests that are meant to fail, or that end in their own way, apart from those around them: in this JVM, or in another one. */
final class Inner {
    private Inner() {}

    /** What a run gave. A class that failed counts beside its tests. */
    static final class Run {
        int succeeded;
        int failed;
        String said = "";
    }

    static Run here(Class<?> tests) {
        Run run = new Run();
        StringWriter said = new StringWriter();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectClass(tests)).build();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                synchronized (run) {
                    result.getThrowable().ifPresent(error -> error.printStackTrace(new PrintWriter(said)));
                    if (result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                        run.failed++;
                    } else if (test.isTest()) {
                        run.succeeded++;
                    }
                }
            }
        });
        run.said = said.toString();
        return run;
    }

    /** Another JVM with the same classes. The variables are set there; an empty one is taken away. */
    static ProcessBuilder elsewhere(String main, Map<String, String> variables, String... words) {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java"), "-cp", System.getProperty("java.class.path"), main));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        variables.forEach((name, value) -> {
            if (value.isEmpty()) {
                builder.environment().remove(name);
            } else {
                builder.environment().put(name, value);
            }
        });
        return builder;
    }
}
