package mockidp.junit;

import java.lang.reflect.Constructor;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Makes a world before each test or each class, holds it to its expectations, and adds the journal to the error of a test that failed.
 * {@link MockIdP} brings it.
 */
public final class MockIdPExtension implements BeforeAllCallback, AfterAllCallback, TestInstancePreConstructCallback, BeforeEachCallback,
    AfterTestExecutionCallback, AfterEachCallback, ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(MockIdPExtension.class);

    private final ScopedWorld lent;

    /** For {@code @ExtendWith}. */
    public MockIdPExtension() {
        this(null);
    }

    private MockIdPExtension(ScopedWorld lent) {
        this.lent = lent;
    }

    /**
     * Gives the tests of a class a world that is there already, as one that Spring's context was built with. What {@link MockIdPWorld#expect} named is checked
     * after the last test, and failures tell the journal. The world stays.
     *
     * <pre>{@code @RegisterExtension static final MockIdPExtension tests = MockIdPExtension.of(world);}</pre>
     *
     * @param world the world
     * @return the extension
     */
    public static MockIdPExtension of(MockIdPWorld world) {
        return new MockIdPExtension(ScopedWorld.lent(world));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (lent == null && settingsOf(context) != null && settingsOf(context).perClass()) {
            ofClass(context, settingsOf(context));
        }
    }

    @Override
    public void preConstructTestInstance(TestInstanceFactoryContext instance, ExtensionContext context) {
        ConstructorWorld.begin(instance.getTestClass(), instance.getOuterInstance().isEmpty());
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        scoped(context);
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        ScopedWorld own = own(context);
        if (own != null && context.getExecutionException().isEmpty()) {
            own.verify();
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        ScopedWorld own = own(context);
        if (own == null) {
            scoped(context).note(context);
            return;
        }
        try {
            own.note(context);
        } finally {
            own.remove();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        // An outer class ends the world that a nested one had from it.
        ScopedWorld own = lent != null && context.getParent().flatMap(ExtensionContext::getTestClass).isEmpty() ? lent : own(context);
        if (own == null) {
            return;
        }
        try {
            own.note(context);
            own.verify();
        } finally {
            own.remove();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == MockIdPWorld.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (lent != null || context.getTestMethod().isPresent()) {
            return scoped(context).world;
        }
        Scope scope = scope(context);
        boolean isInstancePerClass = context.getTestInstanceLifecycle().filter(TestInstance.Lifecycle.PER_CLASS::equals).isPresent();
        if (parameter.getDeclaringExecutable() instanceof Constructor && !isInstancePerClass) {
            Class<?> constructed = parameter.getDeclaringExecutable().getDeclaringClass();
            return ConstructorWorld.forInstance(constructed, scope.settings, scope.world == null ? null : scope.world.world);
        }
        if (scope.world != null) {
            return scope.world.world;
        }
        if (AnnotationSupport.isAnnotated(parameter.getDeclaringExecutable(), AfterAll.class)) {
            throw new MockIdPException("The tests of " + context.getDisplayName() + " had a world each, so there is no world of the class after them."
                + " Write @MockIdP(perClass = true), or take the world in @BeforeAll as well.");
        }
        return ofClass(context, scope.settings).world;
    }

    /** What counts for a test or a class: the nearest of a world of the class and an annotation. */
    private static final class Scope {
        final ScopedWorld world;
        final MockIdP settings;
        final boolean isPerClass;

        Scope(ScopedWorld world, MockIdP settings) {
            this.world = world;
            this.settings = settings;
            this.isPerClass = settings != null && settings.perClass();
        }
    }

    private static Scope scope(ExtensionContext context) {
        for (ExtensionContext at = context; at != null; at = at.getParent().orElse(null)) {
            ScopedWorld here = own(at);
            MockIdP settings = settingsOf(at);
            if (here != null || settings != null) {
                return new Scope(here, settings);
            }
        }
        return new Scope(null, null);
    }

    /** The world of a test: that of the class, or one of its own. */
    private ScopedWorld scoped(ExtensionContext context) {
        if (lent != null) {
            return lent;
        }
        ScopedWorld own = own(context);
        if (own != null) {
            return own;
        }
        Scope scope = scope(context);
        if (scope.world != null) {
            context.getTestInstances().ifPresent(there -> ConstructorWorld.become(context, scope.world.world));
            return scope.world;
        }
        if (scope.isPerClass) {
            throw new MockIdPException("@MockIdP(perClass = true) stands on " + context.getDisplayName() + ". It belongs on a class.");
        }
        return keep(context, () -> {
            MockIdPWorld made = context.getTestInstances().map(there -> ConstructorWorld.take(context, scope.settings)).orElse(null);
            return ScopedWorld.of(made == null ? MockIdPServer.shared().world(WorldOptions.of(scope.settings)) : made, scope.settings);
        });
    }

    private static ScopedWorld ofClass(ExtensionContext context, MockIdP settings) {
        return keep(context, () -> ScopedWorld.of(MockIdPServer.shared().world(WorldOptions.of(settings)), settings));
    }

    // A store looks into those around it, too; the key names the one that is meant.

    private static ScopedWorld own(ExtensionContext context) {
        return context.getStore(NAMESPACE).get(context.getUniqueId(), ScopedWorld.class);
    }

    private static ScopedWorld keep(ExtensionContext context, Supplier<ScopedWorld> make) {
        ScopedWorld own = own(context);
        if (own == null) {
            own = make.get();
            context.getStore(NAMESPACE).put(context.getUniqueId(), own);
        }
        return own;
    }

    private static MockIdP settingsOf(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), MockIdP.class).orElse(null);
    }
}
