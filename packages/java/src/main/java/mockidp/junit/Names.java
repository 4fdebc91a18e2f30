package mockidp.junit;

import java.util.List;
import java.util.Locale;

/** The names that a server answers in Microsoft's place, as it says itself. */
final class Names {
    static final String LOGIN = "login.microsoftonline.com";

    private final List<Object> patterns;

    Names(List<Object> patterns) {
        this.patterns = patterns;
    }

    /** Whether one of the names means the host. {@code *.login.microsoft.com} means the hosts of all regions. */
    boolean isMicrosoft(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return patterns.stream().map(Json::text).anyMatch(one -> one.startsWith("*") ? name.endsWith(one.substring(1)) : name.equals(one));
    }

    static boolean isThisMachine(String host) {
        return host != null && (host.equals("localhost") || host.endsWith(".localhost") || host.startsWith("127.") || host.equals("[::1]"));
    }
}
