package mockidp.junit;

import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Stands for a browser without a window. A user stays signed in as long as the object lives, and a second page of it is what a popup is.
 */
public final class Browser {
    private static final URI SESSION_HOME = URI.create("https://" + Names.LOGIN + "/");

    private final MockIdPWorld world;
    private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);

    Browser(MockIdPWorld world) {
        this.world = world;
    }

    /**
     * Signs a user in, from an authorization request to the app's redirect URI. The server answers its pages itself; with a session there is none.
     *
     * @param address the authorization request
     * @param user the user
     * @return the parameters that the app receives
     * @throws PageRefused when the sign-in ends on a page of the server
     */
    public Map<String, String> signIn(URI address, MockIdPWorld.User user) {
        return signIn(address, user, new Answers());
    }

    /**
     * The same, by a user who does something else as well.
     *
     * @param address the authorization request
     * @param user the user
     * @param answers what else the user does: {@code Map.of("consent", "decline")}, {@code Map.of("mfa", "fail")}
     * @return the parameters that the app receives
     * @throws PageRefused when the sign-in ends on a page of the server
     */
    public Map<String, String> signIn(URI address, MockIdPWorld.User user, Map<String, ?> answers) {
        Answers words = new Answers();
        words.order.putAll(answers);
        return signIn(address, user, words);
    }

    /**
     * The same, by a user who does something else as well.
     *
     * @param address the authorization request
     * @param user the user
     * @param answers what else the user does
     * @return the parameters that the app receives
     * @throws PageRefused when the sign-in ends on a page of the server
     */
    public Map<String, String> signIn(URI address, MockIdPWorld.User user, Answers answers) {
        Map<String, Object> order = new LinkedHashMap<>(answers.order);
        order.put("url", address.toString());
        order.put("user", user.alias);
        order.put("session", session());
        Map<String, Object> told;
        try {
            told = Json.object(world.call("POST", "signIn", order));
        } catch (MockIdPException error) {
            if (error.problem().equals("no-arrival")) {
                throw PageRefused.saying(error.detail(), "", world.describe());
            }
            throw new MockIdPException(error.getMessage() + "\n" + world.describe(), error.status(), error);
        }
        keep(Json.text(told.get("session")));
        Map<String, String> parameters = new LinkedHashMap<>();
        Json.object(told.get("parameters")).forEach((name, value) -> parameters.put(name, Json.text(value)));
        return parameters;
    }

    /**
     * Signs a user in at the pages, as a person does who types and clicks, from an authorization request to the app's redirect URI.
     *
     * @param address the authorization request
     * @param user the user
     * @return the parameters that the app receives
     * @throws PageRefused when a page refuses
     */
    public Map<String, String> signInAtPages(URI address, MockIdPWorld.User user) {
        return signInAtPages(address, user, new Answers());
    }

    /**
     * The same, by a user who does something else as well.
     *
     * @param address the authorization request
     * @param user the user
     * @param answers what else the user does
     * @return the parameters that the app receives
     * @throws PageRefused when a page refuses
     */
    public Map<String, String> signInAtPages(URI address, MockIdPWorld.User user, Answers answers) {
        return new Walk(world, client(), new Person(world, user, answers), false).from(address).arrived();
    }

    /**
     * Opens an address of the app under test, signs the user in at the pages to which the app leads, follows the way back into the app, and gives the
     * app's page. Cookies stay in the browser.
     *
     * @param address an address of the app
     * @param user the user
     * @return the app's page
     * @throws PageRefused when a page refuses
     */
    public Page visit(URI address, MockIdPWorld.User user) {
        return visit(address, user, new Answers());
    }

    /**
     * The same, by a user who does something else as well.
     *
     * @param address an address of the app
     * @param user the user
     * @param answers what else the user does
     * @return the app's page
     * @throws PageRefused when a page refuses
     */
    public Page visit(URI address, MockIdPWorld.User user, Answers answers) {
        return new Walk(world, client(), new Person(world, user, answers), true).from(address);
    }

    private HttpClient client() {
        return world.httpClient(world.server().newClient().cookieHandler(cookies).followRedirects(HttpClient.Redirect.NEVER));
    }

    // The pages keep the session in cookies, and the control API in the text of such a cookie: either goes on with what the other began.

    private void keep(String session) {
        int at = session.indexOf('=');
        if (at > 0) {
            HttpCookie cookie = new HttpCookie(session.substring(0, at), session.substring(at + 1));
            cookie.setVersion(0);
            cookie.setPath("/");
            cookie.setDomain(Names.LOGIN);
            cookie.setSecure(true);
            cookies.getCookieStore().add(SESSION_HOME, cookie);
        }
    }

    private String session() {
        return cookies.getCookieStore().get(SESSION_HOME).stream().filter(one -> one.getName().equals("ESTSAUTH") || one.getName().equals("ESTSAUTHPERSISTENT")).findFirst()
            .map(one -> one.getName() + "=" + one.getValue()).orElse("");
    }
}
