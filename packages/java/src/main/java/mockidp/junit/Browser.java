package mockidp.junit;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/** Stands for a browser: the server answers the sign-in pages itself. A user stays signed in as long as the object lives. */
public final class Browser {
    private final MockIdPWorld world;
    private String session = "";

    Browser(MockIdPWorld world) {
        this.world = world;
    }

    /** Signs a user in, from an authorization request to the app's redirect URI; gives the parameters that the app receives. */
    public Map<String, String> signIn(URI address, MockIdPWorld.User user) {
        return signIn(address, user, Map.of());
    }

    /** The same; the answers say what else the user does: {@code Map.of("consent", "decline")}, {@code Map.of("mfa", "fail")}. */
    public Map<String, String> signIn(URI address, MockIdPWorld.User user, Map<String, ?> answers) {
        Map<String, Object> order = new LinkedHashMap<>(answers);
        order.put("url", address.toString());
        order.put("user", user.alias);
        order.put("session", session);
        Map<String, Object> told;
        try {
            told = Json.object(world.call("POST", "signIn", order));
        } catch (MockIdPException error) {
            throw new MockIdPException(error.getMessage() + "\n" + world.describe(), error.status(), error);
        }
        session = Json.text(told.get("session"));
        Map<String, String> parameters = new LinkedHashMap<>();
        Json.object(told.get("parameters")).forEach((name, value) -> parameters.put(name, Json.text(value)));
        return parameters;
    }
}
