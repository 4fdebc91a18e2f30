package mockidp.junit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The mail of a world. Nothing in it has left the machine. */
public final class Mail {
    private final MockIdPWorld world;

    Mail(MockIdPWorld world) {
        this.world = world;
    }

    /** The newest message to that address, as soon as it is there, within five seconds. One that came before counts too. */
    public Message waitFor(String to) {
        return waitFor(Map.of("to", to, "timeout", "5s"));
    }

    /** The same by {@code to}, {@code from}, {@code subject}, {@code text}, {@code client}, {@code user}, {@code since} and {@code timeout}. */
    public Message waitFor(Map<String, String> filters) {
        Map<String, Object> order = new LinkedHashMap<>(filters);
        List<Object> found = Json.list(Json.object(world.call("POST", "mail/wait", order)).get("mail"));
        String id = Json.text(Json.object(found.get(0)).get("id"));
        return new Message(Json.object(world.call("GET", "mail/" + id, null)));
    }

    /** Forgets all messages. */
    public void clear() {
        world.call("DELETE", "mail", null);
    }
}
