package mockidp.junit;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a user does beside signing in: {@code new Answers().consent("decline")}. Without a word the user accepts everything. */
public final class Answers {
    final Map<String, Object> order = new LinkedHashMap<>();
    String password;
    String newPassword = "Passw0rd!2";

    /** The user accepts everything. */
    public Answers() {}

    /**
     * What the user says to the app's permissions.
     *
     * @param consent {@code accept} or {@code decline}
     * @return this
     */
    public Answers consent(String consent) {
        return with("consent", consent);
    }

    /**
     * Whether the second factor succeeds.
     *
     * @param mfa {@code pass} or {@code fail}
     * @return this
     */
    public Answers mfa(String mfa) {
        return with("mfa", mfa);
    }

    /**
     * The user leaves the sign-in page.
     *
     * @return this
     */
    public Answers cancel() {
        return with("cancel", true);
    }

    /**
     * What is typed in the place of the user's own password, at pages alone.
     *
     * @param typed the password
     * @return this
     */
    public Answers password(String typed) {
        password = typed;
        return this;
    }

    /**
     * What is typed where a page wants a new password, at pages alone. {@link MockIdPWorld#reload()} tells it to {@link MockIdPWorld#user()}.
     *
     * @param typed the password
     * @return this
     */
    public Answers newPassword(String typed) {
        newPassword = typed;
        return this;
    }

    boolean says(String name, Object value) {
        return value.equals(order.get(name));
    }

    private Answers with(String name, Object value) {
        order.put(name, value);
        return this;
    }
}
