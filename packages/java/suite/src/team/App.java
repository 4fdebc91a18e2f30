package team;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import mockidp.junit.MockIdPWorld;

/** What a team's app does, with the JDK alone. */
final class App {
    static final String AUTHORITY = "https://login.microsoftonline.com/common/oauth2/v2.0/";
    static final String REDIRECT = "http://localhost";

    private App() {}

    /** An authorization request of the app {@code mobile}; the words replace its members. */
    static URI authorizeUrl(MockIdPWorld world, String... words) {
        Map<String, String> query = new LinkedHashMap<>(Map.of("client_id", world.app("mobile").clientId, "response_type", "code",
            "redirect_uri", REDIRECT, "scope", "openid offline_access User.Read"));
        for (int i = 0; i < words.length; i += 2) {
            query.put(words[i], words[i + 1]);
        }
        return URI.create(AUTHORITY + "authorize?" + form(query));
    }

    static String ask(MockIdPWorld world, Map<String, String> members) throws Exception {
        return ask(AUTHORITY, world, members);
    }

    static String ask(String authority, MockIdPWorld world, Map<String, String> members) throws Exception {
        Map<String, String> all = new LinkedHashMap<>(Map.of("client_id", world.app("mobile").clientId));
        all.putAll(members);
        HttpRequest request = HttpRequest.newBuilder(URI.create(authority + "token")).header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form(all))).build();
        return world.httpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    static String redeem(MockIdPWorld world, Map<String, String> arrived) throws Exception {
        return ask(world, Map.of("grant_type", "authorization_code", "code", arrived.getOrDefault("code", ""), "redirect_uri", REDIRECT));
    }

    /** The shortest way to an exchange. */
    static String byPassword(MockIdPWorld world, MockIdPWorld.User user) throws Exception {
        Map<String, String> members = Map.of("grant_type", "password", "username", user.name, "password", user.password, "scope", "User.Read");
        return ask(world.authority() + "/oauth2/v2.0/", world, members);
    }

    /** Whose the token is, as Graph says. */
    static String nameOf(HttpClient client, String token) throws Exception {
        return text(get(client, "https://graph.microsoft.com/v1.0/me", "Authorization", "Bearer " + token), "userPrincipalName");
    }

    static String get(HttpClient client, String address, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body();
    }

    static String claims(String token) {
        return new String(Base64.getUrlDecoder().decode(token.split("\\.")[1]), StandardCharsets.UTF_8);
    }

    /** The first member of that name in a JSON text; empty when there is none. A team has a reader for JSON. */
    static String text(String json, String name) {
        Matcher member = Pattern.compile("\"" + name + "\"\\s*:\\s*(?:\"([^\"]*)\"|(\\d+))").matcher(json);
        return !member.find() ? "" : member.group(1) == null ? member.group(2) : member.group(1).replace("\\/", "/");
    }

    static String form(Map<String, String> members) {
        return members.entrySet().stream().map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    }
}
