package mockidp.junit;

import java.util.Locale;
import java.util.Set;

/** The names that the server answers in Microsoft's place. The list is a copy of what {@code mockidp hosts} prints. */
final class Names {
    static final String LOGIN = "login.microsoftonline.com";

    private static final Set<String> MICROSOFT = Set.of(
        LOGIN, "login.windows.net", "login.microsoft.com", "sts.windows.net", "login.live.com", "graph.microsoft.com",
        "login.microsoftonline.us", "login.usgovcloudapi.net", "graph.microsoft.us", "dod-graph.microsoft.us",
        "login.partner.microsoftonline.cn", "login.chinacloudapi.cn", "sts.chinacloudapi.cn", "microsoftgraph.chinacloudapi.cn",
        "login.sovcloud-identity.fr", "graph.svc.sovcloud.fr", "login.sovcloud-identity.de", "graph.svc.sovcloud.de",
        "login.sovcloud-identity.sg", "graph.svc.sovcloud.sg");

    private Names() {}

    static boolean isMicrosoft(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return MICROSOFT.contains(name) || name.endsWith(".login.microsoft.com");
    }

    static boolean isThisMachine(String host) {
        return host != null && (host.equals("localhost") || host.endsWith(".localhost") || host.startsWith("127.") || host.equals("[::1]"));
    }
}
