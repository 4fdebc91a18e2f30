package mockidp.junit;

import org.junit.jupiter.api.extension.ExtensionContext;

/** A world with the test or the class that it belongs to. */
final class ScopedWorld {
    final MockIdPWorld world;
    private final boolean verifiesScenario;
    private final boolean removes;
    private volatile boolean failed;

    private ScopedWorld(MockIdPWorld world, boolean verifiesScenario, boolean removes) {
        this.world = world;
        this.verifiesScenario = verifiesScenario;
        this.removes = removes;
    }

    static ScopedWorld of(MockIdPWorld world, MockIdP settings) {
        return new ScopedWorld(world, settings != null && settings.verify() && !(settings.scenario() + settings.file()).isEmpty(), true);
    }

    /** A world of somebody who removes it, or who leaves it to the end of the server. */
    static ScopedWorld lent(MockIdPWorld world) {
        return new ScopedWorld(world, false, false);
    }

    /** Adds the journal to the error of a test that failed. */
    void note(ExtensionContext context) {
        context.getExecutionException().filter(error -> !(error instanceof UnmetExpectations)).ifPresent(this::note);
    }

    private void note(Throwable error) {
        failed = true;
        String told;
        try {
            told = world.describe();
        } catch (MockIdPException unreachable) {
            told = unreachable.getMessage();
        }
        error.addSuppressed(new MockIdPException(told));
    }

    /** Holds the world to its expectations, unless there is a failure already. */
    void verify() {
        if (!failed) {
            world.verify(verifiesScenario);
        }
    }

    void remove() {
        if (removes) {
            world.remove();
        }
    }
}
