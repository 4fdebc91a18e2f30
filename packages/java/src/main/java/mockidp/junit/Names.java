package mockidp.junit;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The names that a server answers in Microsoft's place, as it says itself. */
final class Names {
    static final String LOGIN = "login.microsoftonline.com";
    /** Where a virtual machine of Azure asks for the token of its managed identity. */
    static final String METADATA = "169.254.169.254";

    private final List<String> patterns;

    Names(List<Object> patterns) {
        this.patterns = patterns.stream().map(Json::text).collect(Collectors.toList());
    }

    /**
     * Whether one of the names means the host. {@code *.login.microsoft.com} means the hosts of all regions; of {@code microsoft.com/devicelogin} the host
     * counts here, and the path in {@link #answersPath}.
     */
    boolean isMicrosoft(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.equals(METADATA) || patterns.stream().anyMatch(one -> fits(name, one.split("/", 2)[0]));
    }

    /** Whether the server has this path of a host of which it has single pages alone. */
    boolean answersPath(URI address) {
        String host = address.getHost().toLowerCase(Locale.ROOT);
        String path = String.valueOf(address.getPath()).toLowerCase(Locale.ROOT);
        List<String[]> meant = patterns.stream().map(one -> one.split("/", 2)).filter(one -> fits(host, one[0])).collect(Collectors.toList());
        return meant.isEmpty() || meant.stream().anyMatch(one -> one.length == 1 || path.startsWith("/" + one[1]));
    }

    private static boolean fits(String host, String pattern) {
        return pattern.startsWith("*") ? host.endsWith(pattern.substring(1)) : host.equals(pattern);
    }

    static boolean isThisMachine(String host) {
        return host != null && (host.equals("localhost") || host.endsWith(".localhost") || host.startsWith("127.") || host.equals("[::1]"));
    }
}
