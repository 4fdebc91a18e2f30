package mockidp.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test of a class, or one test, a world of its own. A parameter of the type {@link MockIdPWorld} receives it: of the test, of
 * {@code @BeforeEach} and {@code @AfterEach}, and of the constructor.
 *
 * <p>A class has one world for all its tests, those of nested classes too, when it says {@link #perClass()}, when {@code @BeforeAll} takes a world, or
 * when its instance is made once for the class and its constructor takes a world. Then the expectations are checked after the last test.
 *
 * <p>The annotation that is nearest to the test counts. A test with an annotation of its own has a world of its own.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(MockIdPExtension.class)
public @interface MockIdP {
    /** {@return a name of the library, or the text of a scenario file} Empty means the server's own scenario. */
    String scenario() default "";

    /** {@return the path of a scenario file} A relative one is meant from the working directory, which Maven and Gradle make the folder of the project. */
    String file() default "";

    /** {@return JSON in the words of a scenario file, laid over the scenario} */
    String overrides() default "";

    /** {@return the alias of the user that {@link MockIdPWorld#user()} means} Empty means the first one. */
    String user() default "";

    /** {@return the world's name: up to 40 small letters, digits and dashes} Empty means one that is free. A name fits one test, or a class with {@link #perClass()}. */
    String name() default "";

    /** {@return {@code own}, or {@code asWritten} for the tenant ids, domains and object ids of the scenario} Empty means as the scenario says. */
    String ids() default "";

    /** {@return {@code asWritten}, or {@code perWorld} for client ids of the world's own} Libraries keep by client id what they were once told. */
    String clientIds() default "";

    /** {@return the host that the issuer of minted tokens names} Empty means {@code login.microsoftonline.com}. */
    String issuer() default "";

    /** {@return whether all tests of the class have one world} It stands on a class. */
    boolean perClass() default false;

    /** {@return whether the expectations of the named scenario must be met at the end} */
    boolean verify() default true;
}
