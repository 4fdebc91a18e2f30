package mockidp.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Gives each test of a class, or one test, a world of its own. A parameter of the type {@link MockIdPWorld} receives it. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(MockIdPExtension.class)
public @interface MockIdP {
    /** A name of the library, or the text of a scenario file. Empty means the server's own scenario. */
    String scenario() default "";

    /** JSON in the words of a scenario file, laid over the scenario. */
    String overrides() default "";

    /** The alias of the user that {@link MockIdPWorld#user()} means. Empty means the first one. */
    String user() default "";

    /** Whether the expectations of the named scenario must be met when the test ends. */
    boolean verify() default true;
}
