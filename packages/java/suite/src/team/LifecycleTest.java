package team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import mockidp.junit.MockIdP;
import mockidp.junit.MockIdPException;
import mockidp.junit.MockIdPExtension;
import mockidp.junit.MockIdPServer;
import mockidp.junit.MockIdPWorld;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which world a constructor, a lifecycle method and a test have. */
class LifecycleTest {
    /** The world, if it is still there. */
    static boolean isThere(String world) {
        try {
            MockIdPServer.shared().call("GET", "worlds/" + world, null);
            return true;
        } catch (MockIdPException gone) {
            assertEquals(404, gone.status());
            return false;
        }
    }

    @Nested
    @MockIdP(user = "bob")
    class AConstructor {
        private final MockIdPWorld world;
        private MockIdPWorld before;

        AConstructor(MockIdPWorld world) {
            this.world = world;
        }

        @BeforeEach
        void prepare(MockIdPWorld before) {
            this.before = before;
        }

        @AfterEach
        void after(MockIdPWorld after) {
            assertSame(before, after);
        }

        @RepeatedTest(4)
        void hasTheWorldOfTheTest(MockIdPWorld world) throws Exception {
            assertSame(world, this.world);
            assertSame(world, before);
            assertEquals("bob", world.user().alias);
            world.rule(Map.of("endpoint", "token"), Map.of("refuse", "AADSTS50173"));
            assertTrue(App.byPassword(this.world, this.world.user()).contains("AADSTS50173"));
            assertEquals(1, world.journal(Map.of()).size());
        }

        @Test
        @MockIdP(scenario = "user-disabled", verify = false)
        void hasTheSettingsOfTheTest() {
            assertEquals("user-disabled", world.scenario());
        }

        @Nested
        class OfAClassAround {
            @Test
            void hasTheWorldOfTheTest(MockIdPWorld inner) {
                assertSame(inner, world);
                assertEquals("bob", inner.user().alias);
            }
        }
    }

    @Nested
    @MockIdP
    class AConstructorThatUsesItsWorld {
        private final String name;

        AConstructorThatUsesItsWorld(MockIdPWorld world) {
            name = world.name();
        }

        @RepeatedTest(2)
        void hasTheWorldOfTheTest(MockIdPWorld world) {
            assertEquals(world.name(), name);
        }
    }

    @Nested
    class WorldsOfOneTestGoWithIt {
        @Test
        void noneIsLeft() {
            Seen.NAMES.clear();
            Inner.Run run = Inner.here(Seen.class);
            assertEquals(3, run.succeeded, run.said);
            assertEquals(3, Set.copyOf(Seen.NAMES).size());
            Seen.NAMES.forEach(name -> Assertions.assertFalse(isThere(name), name));
        }
    }

    @MockIdP
    static class Seen {
        static final List<String> NAMES = new CopyOnWriteArrayList<>();

        Seen(MockIdPWorld world) {
            NAMES.add(world.name());
        }

        @RepeatedTest(3)
        void one() {}
    }

    @MockIdP(scenario = "expired-refresh", verify = false)
    static class OfAClass {
        static final Set<String> NAMES = new HashSet<>();
        static MockIdPWorld shared;

        @BeforeAll
        static void prepare(MockIdPWorld world) {
            shared = world;
            NAMES.add(world.name());
        }

        private final MockIdPWorld mine;

        OfAClass(MockIdPWorld world) {
            mine = world;
        }

        @Test
        void one(MockIdPWorld world) {
            assertSame(shared, world);
        }

        @Test
        void other(MockIdPWorld world) {
            assertSame(shared, world);
            assertEquals(shared.name(), mine.name());
            assertEquals("expired-refresh", world.scenario());
        }

        @Test
        @MockIdP
        void withAnAnnotationOfItsOwn(MockIdPWorld world) {
            assertNotEquals(shared.name(), world.name());
            assertSame(mine, world);
        }

        @Nested
        class Within {
            @Test
            void one(MockIdPWorld world) {
                assertSame(shared, world);
            }
        }

        @AfterAll
        static void after(MockIdPWorld world) {
            assertSame(shared, world);
        }
    }

    @Test
    void beforeAllHasTheWorldOfTheClass() {
        Inner.Run run = Inner.here(OfAClass.class);
        assertEquals(List.of(4, 0), List.of(run.succeeded, run.failed), run.said);
        assertEquals(1, OfAClass.NAMES.size());
        Assertions.assertFalse(isThere(OfAClass.shared.name()));
    }

    @MockIdP(perClass = true)
    static class PerClass {
        static final Set<String> NAMES = new HashSet<>();

        PerClass(MockIdPWorld world) {
            NAMES.add(world.name());
        }

        @RepeatedTest(2)
        void one(MockIdPWorld world) {
            NAMES.add(world.name());
            world.expect(Map.of("event", "signIn", "count", 2));
            world.browser().signIn(App.authorizeUrl(world), world.user());
        }
    }

    @Test
    void perClassIsOneWorldWhoseExpectationsAreCheckedAtTheEnd() {
        Inner.Run run = Inner.here(PerClass.class);
        assertEquals(List.of(2, 0), List.of(run.succeeded, run.failed), run.said);
        assertEquals(1, PerClass.NAMES.size());
        Assertions.assertFalse(isThere(PerClass.NAMES.iterator().next()));
    }

    @MockIdP
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    static class OneInstance {
        private final MockIdPWorld world;

        OneInstance(MockIdPWorld world) {
            this.world = world;
        }

        @RepeatedTest(2)
        void one(MockIdPWorld world) {
            assertSame(this.world, world);
        }
    }

    @Test
    void oneInstanceIsOneWorld() {
        Inner.Run run = Inner.here(OneInstance.class);
        assertEquals(List.of(2, 0), List.of(run.succeeded, run.failed), run.said);
    }

    static class Lent {
        static final MockIdPWorld WORLD = MockIdPServer.shared().world();

        @RegisterExtension
        static final MockIdPExtension TESTS = MockIdPExtension.of(WORLD);

        @Test
        void one(MockIdPWorld world) {
            assertSame(WORLD, world);
            world.expect(Map.of("event", "signIn"));
        }

        @Test
        void fails() throws Exception {
            App.byPassword(WORLD, WORLD.user());
            Assertions.fail("on purpose");
        }
    }

    @Test
    void aWorldThatIsThereAlreadyTellsItsJournalAndStays() {
        Inner.Run run = Inner.here(Lent.class);
        assertEquals(List.of(1, 1), List.of(run.succeeded, run.failed), run.said);
        assertTrue(run.said.contains("#1 POST"), run.said);
        assertTrue(isThere(Lent.WORLD.name()));
        Lent.WORLD.remove();
    }

    @MockIdP
    static class TooEarly {
        TooEarly(MockIdPWorld world) {
            world.name();
        }

        @Test
        @MockIdP(user = "bob")
        void one() {}
    }

    @MockIdP(perClass = true)
    static class TooEarlyForAnother {
        TooEarlyForAnother(MockIdPWorld world) {
            world.name();
        }

        @Test
        @MockIdP
        void one() {}
    }

    @MockIdP
    static class AfterTheTests {
        @Test
        void one() {}

        @AfterAll
        static void after(MockIdPWorld world) {}
    }

    static class OnAMethod {
        @Test
        @MockIdP(perClass = true)
        void one() {}
    }

    @MockIdP(scenario = "happy-path", file = "scenario.yaml")
    static class TwoScenarios {
        @Test
        void one() {}
    }

    @Test
    void whatCannotBeIsToldInASentence() {
        Map<Class<?>, String> cases = Map.of(TooEarly.class, "The constructor used its world before one() began, which has settings of its own",
            TooEarlyForAnother.class, "The constructor used its world before one() began, which has settings of its own",
            AfterTheTests.class, "had a world each, so there is no world of the class after them", OnAMethod.class, "It belongs on a class",
            TwoScenarios.class, "names a scenario and a file");
        cases.forEach((type, words) -> {
            Inner.Run run = Inner.here(type);
            assertEquals(1, run.failed, run.said);
            assertTrue(run.said.contains(words), run.said);
        });
    }

    @MockIdP(scenario = "user-disabled", verify = false)
    static class Around {
        @Nested
        class Within {
            @Test
            void one(MockIdPWorld world) {
                assertEquals("user-disabled", world.scenario());
            }
        }
    }

    @Test
    void aNestedClassHasTheAnnotationOfTheClassAround() {
        assertEquals(1, Inner.here(Around.class).succeeded);
    }
}
