package mockidp.junit;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A browser without a window. It keeps the cookies of the sign-in, so a user stays signed in as long as it lives. */
public final class Pages {
    private static final String ONE_TIME_CODE = "123456";
    private static final String NEW_PASSWORD = "Passw0rd!2";
    private static final int MOST_STEPS = 30;
    private static final Pattern TAGS = Pattern.compile("(?s)<!--.*?-->|<script.*?</script>|<style.*?</style>|<(/?\\w+)([^>]*)>([^<]*)");
    private static final Pattern ATTRIBUTES = Pattern.compile("([\\w:-]+)(?:=\"([^\"]*)\")?");

    private final MockIdPWorld world;
    private final HttpClient client;

    Pages(MockIdPWorld world) {
        this.world = world;
        CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);
        client = new WorldHttpClient(world, world.server().newClient().cookieHandler(cookies).build());
    }

    /** Fills in the sign-in pages, from an authorization request to the app's redirect URI; gives the parameters that the app receives. */
    public Map<String, String> signIn(URI address, MockIdPWorld.User user) {
        URI at = address;
        Map<String, String> form = null;
        for (int step = 0; step < MOST_STEPS; step++) {
            if (!isPage(at)) {
                String fragment = at.getRawFragment() == null ? "" : at.getRawFragment();
                return form != null ? form : parameters(fragment.isEmpty() ? at.getRawQuery() : fragment);
            }
            HttpResponse<String> answer = ask(at, form);
            Optional<String> location = answer.headers().firstValue("Location");
            if (location.isPresent() && answer.statusCode() / 100 == 3) {
                at = at.resolve(location.get());
                form = null;
                continue;
            }
            Page page = new Page(answer.body());
            if (page.action == null || !page.alert.isEmpty()) {
                throw new MockIdPException("The sign-in came no further than the page \"" + page.heading + "\" (" + answer.statusCode() + ") " + page.alert + "\n" + world.describe());
            }
            at = at.resolve(page.action);
            form = isPage(at) ? page.filled(user) : page.hidden();
        }
        throw new MockIdPException("The sign-in goes round in a circle.\n" + world.describe());
    }

    /** Whether the address is a page of the server. The redirect URI of native apps has a sign-in host, and is the app's. */
    private boolean isPage(URI at) {
        return at.getScheme().startsWith("http") && world.server().answers(at) && !at.getPath().endsWith("/nativeclient");
    }

    private HttpResponse<String> ask(URI at, Map<String, String> form) {
        HttpRequest.Builder request = HttpRequest.newBuilder(at);
        if (form != null) {
            String body = form.entrySet().stream().map(e -> MockIdPWorld.encoded(e.getKey()) + "=" + MockIdPWorld.encoded(e.getValue())).collect(Collectors.joining("&"));
            request.header("Content-Type", "application/x-www-form-urlencoded").POST(HttpRequest.BodyPublishers.ofString(body));
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException error) {
            throw new MockIdPException("The sign-in page at " + at.getHost() + " did not answer: " + error.getMessage(), 0, error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new MockIdPException("The sign-in was interrupted.", 0, error);
        }
    }

    private static Map<String, String> parameters(String text) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String pair : (text == null ? "" : text).split("&")) {
            String[] parts = pair.split("=", 2);
            parameters.put(URLDecoder.decode(parts[0], StandardCharsets.UTF_8), parts.length > 1 ? URLDecoder.decode(parts[1], StandardCharsets.UTF_8) : "");
        }
        return parameters;
    }

    /** The first form of a page, and what the page says. It knows of HTML what the server's pages use: attributes in double quotes. */
    private static final class Page {
        private String action;
        private String heading = "";
        private String alert = "";
        private final List<Map<String, String>> controls = new ArrayList<>();

        Page(String html) {
            int forms = 0;
            for (Matcher tags = TAGS.matcher(html); tags.find();) {
                if (tags.group(1) == null) {
                    continue;
                }
                Map<String, String> tag = new LinkedHashMap<>(Map.of("", tags.group(1)));
                for (Matcher attributes = ATTRIBUTES.matcher(tags.group(2)); attributes.find();) {
                    tag.put(attributes.group(1), attributes.group(2) == null ? "" : unescaped(attributes.group(2)));
                }
                if (tags.group(1).equals("form") && ++forms == 1) {
                    action = tag.getOrDefault("action", "");
                } else if (tags.group(1).matches("input|button") && forms == 1) {
                    controls.add(tag);
                } else if (tags.group(1).equals("h1")) {
                    heading = unescaped(tags.group(3)).strip();
                }
                if ("alert".equals(tag.get("role")) && alert.isEmpty()) {
                    alert = unescaped(tags.group(3)).strip();
                }
            }
        }

        Map<String, String> hidden() {
            Map<String, String> form = new LinkedHashMap<>();
            controls.stream().filter(one -> "hidden".equals(one.get("type")) && one.containsKey("name")).forEach(one -> form.put(one.get("name"), one.getOrDefault("value", "")));
            return form;
        }

        /** What the user's browser would send after the user has typed. */
        Map<String, String> filled(MockIdPWorld.User user) {
            Map<String, String> typed = Map.of("loginfmt", user.name, "passwd", user.password, "otc", ONE_TIME_CODE,
                "currentPassword", user.password, "newPassword", NEW_PASSWORD, "confirmNewPassword", NEW_PASSWORD);
            Map<String, String> form = hidden();
            boolean picker = false;
            for (Map<String, String> one : controls) {
                String name = one.getOrDefault("name", "");
                if (one.get("").equals("button") && name.equals("account")) {
                    picker = true;
                    if (user.name.equalsIgnoreCase(one.get("data-test-id"))) {
                        form.put("account", one.get("value"));
                    }
                } else if (one.get("").equals("input") && !"hidden".equals(one.get("type")) && !name.isEmpty()) {
                    boolean known = name.equals("loginfmt") && !one.getOrDefault("value", "").isEmpty();
                    form.put(name, known ? one.get("value") : typed.getOrDefault(name, ""));
                }
            }
            if (picker && !form.containsKey("account")) {
                form.put("action", "other");
            }
            return form;
        }

        private static String unescaped(String text) {
            Matcher numbers = Pattern.compile("&#(x?)([0-9a-fA-F]+);").matcher(text);
            String plain = numbers.replaceAll(found -> Matcher.quoteReplacement(
                new String(Character.toChars(Integer.parseInt(found.group(2), found.group(1).isEmpty() ? 10 : 16)))));
            return plain.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
        }
    }
}
