package mockidp.junit;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The program under test of the examples: it signs a user in and shows a profile, with nothing but the JDK's client. */
final class Profile {
    private static final String LOGIN = "https://login.microsoftonline.com/common/oauth2/v2.0/";
    private static final String SCOPE = "User.Read offline_access";

    private final String clientId;
    private final HttpClient client;
    private final Function<URI, Map<String, String>> openBrowser;
    private String refreshToken;
    int timesAsked;

    Profile(String clientId, HttpClient client, Function<URI, Map<String, String>> openBrowser) {
        this.clientId = clientId;
        this.client = client;
        this.openBrowser = openBrowser;
    }

    static Profile of(MockIdPWorld world) {
        Browser browser = world.browser();
        return new Profile(world.app("mobile").clientId, world.httpClient(), address -> browser.signIn(address, world.user()));
    }

    String show() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://graph.microsoft.com/v1.0/me")).header("Authorization", "Bearer " + token()).build();
        return Json.text(Json.object(Json.read(client.send(request, HttpResponse.BodyHandlers.ofString()).body())).get("displayName"));
    }

    private String token() throws Exception {
        if (refreshToken != null) {
            Map<String, Object> answer = redeem(Map.of("grant_type", "refresh_token", "refresh_token", refreshToken));
            if (answer.containsKey("access_token")) {
                return Json.text(answer.get("access_token"));
            }
            if (!"invalid_grant".equals(answer.get("error"))) {
                throw new IllegalStateException(answer.toString());
            }
        }
        timesAsked++;
        Map<String, String> query = Map.of("client_id", clientId, "response_type", "code", "redirect_uri", "http://localhost", "scope", SCOPE);
        String code = openBrowser.apply(URI.create(LOGIN + "authorize?" + form(query))).get("code");
        return Json.text(redeem(Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", "http://localhost")).get("access_token"));
    }

    private Map<String, Object> redeem(Map<String, String> members) throws Exception {
        Map<String, String> all = new LinkedHashMap<>(members);
        all.put("client_id", clientId);
        all.put("scope", SCOPE);
        HttpRequest request = HttpRequest.newBuilder(URI.create(LOGIN + "token")).header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form(all))).build();
        Map<String, Object> answer = Json.object(Json.read(client.send(request, HttpResponse.BodyHandlers.ofString()).body()));
        refreshToken = answer.containsKey("refresh_token") ? Json.text(answer.get("refresh_token")) : refreshToken;
        return answer;
    }

    private static String form(Map<String, String> members) {
        return members.entrySet().stream().map(e -> e.getKey() + "=" + MockIdPWorld.encoded(e.getValue())).collect(Collectors.joining("&"));
    }
}
