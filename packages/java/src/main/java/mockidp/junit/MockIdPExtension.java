package mockidp.junit;

import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes a world before each test, holds the test to its expectations, and adds the journal to the error of a test that failed. */
public final class MockIdPExtension implements BeforeEachCallback, AfterTestExecutionCallback, AfterEachCallback, ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(MockIdPExtension.class);

    @Override
    public void beforeEach(ExtensionContext context) {
        world(context);
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        MockIdPWorld world = world(context);
        Optional<Throwable> failure = context.getExecutionException();
        if (failure.isPresent()) {
            failure.get().addSuppressed(new MockIdPException(world.describe()));
        } else {
            MockIdP settings = settings(context);
            world.verify(settings != null && settings.verify() && !settings.scenario().isEmpty());
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        world(context).remove();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == MockIdPWorld.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return world(context);
    }

    private static MockIdPWorld world(ExtensionContext context) {
        return context.getStore(NAMESPACE).getOrComputeIfAbsent(context.getUniqueId(), id -> {
            MockIdP settings = settings(context);
            return settings == null
                ? MockIdPServer.shared().world("", "", "")
                : MockIdPServer.shared().world(settings.scenario(), settings.overrides(), settings.user());
        }, MockIdPWorld.class);
    }

    private static MockIdP settings(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getElement(), MockIdP.class)
            .or(() -> AnnotationSupport.findAnnotation(context.getTestClass(), MockIdP.class))
            .orElse(null);
    }
}
