package mockidp.junit;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** One way through pages: it follows redirects and answers pages. Either it opens the app, or it ends where the app would be asked. */
final class Walk {
    private static final int MOST_STEPS = 40;

    private final MockIdPWorld world;
    private final HttpClient client;
    private final Person person;
    private final boolean opensApp;
    /** The redirect URI of the last authorization request. */
    private String redirect = "";

    Walk(MockIdPWorld world, HttpClient client, Person person, boolean opensApp) {
        this.world = world;
        this.client = client;
        this.person = person;
        this.opensApp = opensApp;
    }

    Page from(URI address) {
        URI at = address;
        Map<String, String> form = null;
        for (int step = 0; step < MOST_STEPS; step++) {
            boolean isAuthority = isAuthority(at, step);
            redirect = isAuthority ? parameters(at.getRawQuery()).getOrDefault("redirect_uri", redirect) : redirect;
            boolean isWeb = "http".equals(at.getScheme()) || "https".equals(at.getScheme());
            if (!isAuthority && (!isWeb || !opensApp && step > 0)) {
                return new Page(at, 0, "", arrival(at, form));
            }
            HttpResponse<String> answer = send(at, form);
            String next = answer.headers().firstValue("Location").orElse("");
            if (answer.statusCode() / 100 == 3 && !next.isEmpty()) {
                at = at.resolve(next);
                form = null;
                continue;
            }
            if (!isAuthority) {
                return new Page(at, answer.statusCode(), answer.body(), Map.of());
            }
            Html page = new Html(answer.body());
            Html.Form only = page.forms.size() == 1 ? page.forms.get(0) : null;
            if (only != null && !isAuthority(at.resolve(only.action), 1)) {
                // form_post: a script of the page would send it.
                at = at.resolve(only.action);
                form = only.hidden();
                continue;
            }
            if (page.forms.isEmpty() || !page.alert.isEmpty()) {
                if (page.alert.isEmpty() && answer.statusCode() < 400) {
                    return new Page(at, answer.statusCode(), answer.body(), Map.of());
                }
                String said = !page.alert.isEmpty() ? page.alert : !page.title.isEmpty() ? page.title : answer.body().strip();
                throw PageRefused.saying(said, page.code, world.describe());
            }
            form = person.fill(page.forms.get(0));
            at = at.resolve(page.forms.get(0).action);
        }
        throw new MockIdPException("The sign-in goes round in a circle.\n" + world.describe());
    }

    /** Not the address to which the app wants its answer, which may lie under a name of Microsoft's. */
    private boolean isAuthority(URI at, int step) {
        String bare = at.toString().split("[?#]", 2)[0];
        boolean isRedirect = step > 0 && !redirect.isEmpty() && bare.replaceFirst("/$", "").equals(redirect.replaceFirst("/$", ""));
        return world.server().answers(at) && !isRedirect;
    }

    private HttpResponse<String> send(URI at, Map<String, String> form) {
        HttpRequest.Builder request = HttpRequest.newBuilder(at);
        if (form != null) {
            String body = form.entrySet().stream().map(e -> MockIdPWorld.encoded(e.getKey()) + "=" + MockIdPWorld.encoded(e.getValue()))
                .collect(Collectors.joining("&"));
            request.header("Content-Type", "application/x-www-form-urlencoded").POST(HttpRequest.BodyPublishers.ofString(body));
        }
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException error) {
            throw new MockIdPException(at.getScheme() + "://" + at.getAuthority() + " cannot be reached: " + error, 0, error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new MockIdPException("The sign-in was interrupted.", 0, error);
        }
    }

    /** What the app would read: from the query, the fragment or the form. */
    private static Map<String, String> arrival(URI at, Map<String, String> form) {
        Map<String, String> found = parameters(at.getRawQuery());
        found.putAll(parameters(at.getRawFragment()));
        found.putAll(form == null ? Map.of() : form);
        return found;
    }

    private static Map<String, String> parameters(String text) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String one : text == null || text.isEmpty() ? new String[0] : text.split("&")) {
            String[] parts = one.split("=", 2);
            found.put(decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
        }
        return found;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
