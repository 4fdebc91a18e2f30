package mockidp.junit;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The world that a constructor took before its test is known. JUnit makes the instance of a test, and those around it, in the thread that runs the test
 * afterwards, so a thread has one of them at most. It is not made before somebody uses it: until then it can still become what the test's own annotation says.
 */
final class ConstructorWorld {
    private static final ThreadLocal<ConstructorWorld> NEXT = new ThreadLocal<>();

    private final Set<Class<?>> classes = new HashSet<>();
    private final MockIdP settings;
    /** The world of the class, which the tests have without an annotation of their own; else null. */
    private final MockIdPWorld ofClass;
    private final MockIdPWorld world;

    private ConstructorWorld(MockIdP settings, MockIdPWorld ofClass) {
        this.settings = settings;
        this.ofClass = ofClass;
        this.world = ofClass == null ? new MockIdPWorld(MockIdPServer.shared(), WorldOptions.of(settings)) : new MockIdPWorld(ofClass);
    }

    /** The world for a constructor of the class, which may have a world of its own. */
    static MockIdPWorld forInstance(Class<?> constructed, MockIdP settings, MockIdPWorld ofClass) {
        ConstructorWorld next = NEXT.get();
        if (next == null) {
            next = new ConstructorWorld(settings, ofClass);
            NEXT.set(next);
        }
        next.classes.add(constructed);
        return next.world;
    }

    /** Before an instance is made: a world of an instance whose constructor failed is given up. */
    static void begin(Class<?> constructed, boolean isOutermost) {
        ConstructorWorld next = NEXT.get();
        if (next != null && (isOutermost || next.classes.contains(constructed))) {
            giveUp();
        }
    }

    private static void giveUp() {
        ConstructorWorld next = NEXT.get();
        NEXT.remove();
        if (next.world.isMade() && next.ofClass == null) {
            next.world.remove();
        }
    }

    /** The world that the constructor of this test's instance took, made as the test wants it; null when it took none. */
    static MockIdPWorld take(ExtensionContext context, MockIdP settings) {
        ConstructorWorld next = belonging(context);
        if (next == null) {
            return null;
        }
        if (!next.world.isMade()) {
            NEXT.remove();
            return next.world.make(WorldOptions.of(settings));
        }
        if (next.ofClass != null || !Objects.equals(settings, next.settings)) {
            throw tooEarly(context, "has settings of its own");
        }
        NEXT.remove();
        return next.world;
    }

    /** The constructor of this test's instance took a world, and the test has that of its class. */
    static void become(ExtensionContext context, MockIdPWorld world) {
        ConstructorWorld next = belonging(context);
        if (next == null) {
            return;
        }
        if (next.world.isMade() && next.ofClass != world) {
            throw tooEarly(context, "has the world of its class");
        }
        NEXT.remove();
        next.world.become(world);
    }

    private static ConstructorWorld belonging(ExtensionContext context) {
        ConstructorWorld next = NEXT.get();
        if (next == null) {
            return null;
        }
        Set<Class<?>> here = new HashSet<>();
        context.getRequiredTestInstances().getAllInstances().forEach(one -> {
            for (Class<?> type = one.getClass(); type != null; type = type.getSuperclass()) {
                here.add(type);
            }
        });
        if (here.containsAll(next.classes)) {
            return next;
        }
        giveUp();
        return null;
    }

    private static MockIdPException tooEarly(ExtensionContext context, String why) {
        giveUp();
        return new MockIdPException("The constructor used its world before " + context.getDisplayName() + " began, which " + why
            + ". Keep the world in the constructor, and use it in @BeforeEach or in the test.");
    }
}
