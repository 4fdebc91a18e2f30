package mockidp.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a world begins with: {@code new WorldOptions().scenario("expired-refresh").user("bob")}. What is not said is as the server has it.
 */
public final class WorldOptions {
    private final Map<String, Object> order = new LinkedHashMap<>();
    private String user = "";

    /** Nothing is said. */
    public WorldOptions() {
        // Under Microsoft's names an app knows Microsoft's issuer, whoever orders a token.
        order.put("issuer", Names.LOGIN);
    }

    /**
     * The scenario.
     *
     * @param scenario a name of the library, or the text of a scenario file
     * @return this
     */
    public WorldOptions scenario(String scenario) {
        return with("scenario", scenario);
    }

    /**
     * The scenario is a file. The world keeps the ids, domains and names that the file states, unless {@link #ids(String)} says {@code own}.
     *
     * @param file the file; a relative path is meant from the working directory, which Maven and Gradle make the folder of the project
     * @return this
     * @throws MockIdPException when it cannot be read
     */
    public WorldOptions file(Path file) {
        try {
            order.putIfAbsent("ids", "asWritten");
            return with("scenario", Files.readString(file));
        } catch (IOException error) {
            throw new MockIdPException("The scenario file cannot be read from '" + file.toAbsolutePath() + "': " + error, 0, error);
        }
    }

    /**
     * Lays something over the scenario.
     *
     * @param json an object in the words of a scenario file
     * @return this
     */
    public WorldOptions overrides(String json) {
        return json.isEmpty() ? this : overrides(Json.object(Json.read(json)));
    }

    /**
     * Lays something over the scenario.
     *
     * @param words members of a scenario file
     * @return this
     */
    public WorldOptions overrides(Map<String, ?> words) {
        order.put("overrides", words);
        return this;
    }

    /**
     * Whom {@link MockIdPWorld#user()} means.
     *
     * @param alias the user's alias; empty means the first one of the scenario
     * @return this
     */
    public WorldOptions user(String alias) {
        user = alias;
        return this;
    }

    /**
     * The world's name.
     *
     * @param name up to 40 small letters, digits and dashes. Without it the server chooses one that is free
     * @return this
     */
    public WorldOptions name(String name) {
        return with("name", name);
    }

    /**
     * Whose tenant ids, domains and object ids the world has.
     *
     * @param ids {@code own}, or {@code asWritten} for those of the scenario
     * @return this
     */
    public WorldOptions ids(String ids) {
        return with("ids", ids);
    }

    /**
     * Whose client ids the apps have.
     *
     * @param clientIds {@code asWritten}, or {@code perWorld} for the world's own: libraries keep by client id what they were once told
     * @return this
     */
    public WorldOptions clientIds(String clientIds) {
        return with("clientIds", clientIds);
    }

    /**
     * The issuer of minted tokens. The world keeps it, so it counts for every order of a token.
     *
     * @param host the host that it names, such as {@code login.microsoftonline.us}; empty means {@code login.microsoftonline.com}
     * @return this
     */
    public WorldOptions issuer(String host) {
        return with("issuer", host);
    }

    static WorldOptions of(MockIdP settings) {
        WorldOptions options = new WorldOptions();
        if (settings == null) {
            return options;
        }
        if (!settings.file().isEmpty()) {
            if (!settings.scenario().isEmpty()) {
                throw new MockIdPException("@MockIdP names a scenario and a file. Take one of them.");
            }
            options.file(Path.of(settings.file()));
        }
        return options.scenario(settings.scenario()).overrides(settings.overrides()).user(settings.user()).name(settings.name()).ids(settings.ids())
            .clientIds(settings.clientIds()).issuer(settings.issuer());
    }

    Map<String, Object> order() {
        return order;
    }

    String user() {
        return user;
    }

    private WorldOptions with(String member, String value) {
        if (!value.isEmpty()) {
            order.put(member, value);
        }
        return this;
    }
}
