package mockidp.junit;

import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The directory of one test: tenants, users, apps, a clock, rules and a journal. */
public final class MockIdPWorld {
    private final MockIdPServer server;
    private final Map<String, Object> told;
    private final String mainUser;
    private final List<Object> expected = new ArrayList<>();

    MockIdPWorld(MockIdPServer server, Map<String, Object> told, String mainUser) {
        this.server = server;
        this.told = told;
        this.mainUser = mainUser;
    }

    /** A user. Ids and sign-in names differ from world to world. */
    public static final class User {
        public final String alias;
        public final String id;
        public final String name;
        public final String password;

        User(Map<String, Object> told) {
            alias = Json.text(told.get("alias"));
            id = Json.text(told.get("id"));
            name = Json.text(told.get("userPrincipalName"));
            password = Json.text(told.get("password"));
        }
    }

    /** An app registration. Client ids and secrets are the same in every world. */
    public static final class App {
        public final String alias;
        public final String clientId;
        public final String secret;

        App(Map<String, Object> told) {
            alias = Json.text(told.get("alias"));
            clientId = Json.text(told.get("clientId"));
            secret = Json.text(told.get("secret"));
        }
    }

    public MockIdPServer server() {
        return server;
    }

    public String name() {
        return Json.text(told.get("name"));
    }

    public String scenario() {
        return Json.text(told.get("scenario"));
    }

    /** The id of the main tenant. */
    public String tenantId() {
        return Json.text(main("tenants").get("id"));
    }

    /** The authority that an app of the main tenant has in its settings, under Microsoft's name. */
    public String authority() {
        return "https://" + Names.LOGIN + "/" + tenantId();
    }

    /** The user that the annotation named, else the main one of the scenario. */
    public User user() {
        return mainUser.isEmpty() ? new User(main("users")) : user(mainUser);
    }

    /** The user of this alias. */
    public User user(String alias) {
        return new User(named("users", alias));
    }

    /** The app registration of this alias. */
    public App app(String alias) {
        return new App(named("apps", alias));
    }

    /** The one that the server marks. */
    private Map<String, Object> main(String list) {
        return Json.list(told.get(list)).stream().map(Json::object).filter(one -> Boolean.TRUE.equals(one.get("main"))).findFirst()
            .orElseThrow(() -> new MockIdPException("The scenario " + scenario() + " has no " + list + " to choose from."));
    }

    private Map<String, Object> named(String list, String alias) {
        return Json.list(told.get(list)).stream().map(Json::object).filter(one -> alias.equals(one.get("alias"))).findFirst()
            .orElseThrow(() -> new MockIdPException("The scenario " + scenario() + " has none of the " + list + " by the alias " + alias + "."));
    }

    /** A client that reaches this world under Microsoft's names. A host outside this machine is refused. */
    public HttpClient httpClient() {
        return new WorldHttpClient(this, server.newClient().build());
    }

    /** A browser that nobody sees, in which a user stays signed in. */
    public Browser browser() {
        return new Browser(this);
    }

    /** Any call of the control API about this world. Body and answer are maps, lists, texts, numbers and booleans. */
    public Object call(String method, String path, Object body) {
        return server.call(method, "worlds/" + name() + (path.isEmpty() ? "" : "/" + path), body);
    }

    /** Makes {@code refreshTokens}, {@code sessions}, {@code codes} or {@code deviceCodes} older than they may be. The clock stays. */
    public long age(String kind) {
        return (Long) Json.object(call("POST", "age", Map.of("kind", kind))).get("aged");
    }

    /** Moves the world's clock on, by {@code "90d"} or {@code "1h30m"}. */
    public void advance(String by) {
        call("POST", "clock", Map.of("advance", by));
    }

    /** Sets how long something lives that is given out from now on: {@code lifetime("accessToken", "1m")}. */
    public void lifetime(String kind, String time) {
        call("PATCH", "lifetimes", Map.of(kind, time));
    }

    /** An administrator revokes the sessions of a user (AADSTS50173). The clock moves on by a second first, because tokens of that second stay good. */
    public void revoke(User user) {
        advance("1s");
        change(user, "revokeSessions");
    }

    /** Carries out a verb of the control API on a user: {@code disable}, {@code lock}, {@code requireMfa}, {@code changePassword}. */
    public void change(User user, String verb) {
        call("POST", "users/" + encoded(user.alias) + "/" + verb, null);
    }

    /** Adds a rule in the words of a scenario file: {@code rule(Map.of("endpoint", "token", "occurrence", 1), Map.of("refuse", "AADSTS50173"))}. */
    public void rule(Map<String, ?> when, Object then) {
        call("POST", "rules", Map.of("when", when, "then", then));
    }

    /** Carries out actions of the scenario language now: {@code act("rotateKeys")}. */
    public void act(Object... actions) {
        call("POST", "actions", List.of(actions));
    }

    /** Mints a token without a sign-in: {@code token(Map.of("client", "mobile", "user", "alice", "scope", "User.Read"))}. */
    public String token(Map<String, ?> order) {
        return Json.text(Json.object(call("POST", "tokens", order)).get("token"));
    }

    /** Expects something by the end of the test: {@code expect(Map.of("event", "signIn", "count", 2))}. */
    public void expect(Map<String, ?> expectation) {
        expected.add(expectation);
    }

    /** Checks what was expected; with {@code scenario} also what the scenario expects. An AssertionError tells the journal. */
    public void verify(boolean scenario) {
        List<Object> orders = new ArrayList<>();
        if (scenario) {
            orders.add(Map.of());
        }
        if (!expected.isEmpty()) {
            orders.add(Map.of("expect", expected));
        }
        StringBuilder unmet = new StringBuilder();
        for (Object order : orders) {
            for (Object one : Json.list(Json.object(call("POST", "verify", order)).get("expectations"))) {
                if (!Boolean.TRUE.equals(Json.object(one).get("met"))) {
                    unmet.append("not met: ").append(Json.object(one).get("text")).append('\n');
                }
            }
        }
        if (unmet.length() > 0) {
            throw new AssertionError(unmet + describe());
        }
    }

    /** The newest exchanges, oldest first; filters are those of the control API: {@code journal(Map.of("error", "AADSTS700082"))}. */
    public List<Map<String, Object>> journal(Map<String, String> filters) {
        StringBuilder query = new StringBuilder("limit=1000");
        new LinkedHashMap<>(filters).forEach((name, value) -> query.append('&').append(encoded(name)).append('=').append(encoded(value)));
        List<Map<String, Object>> exchanges = new ArrayList<>();
        Json.list(Json.object(call("GET", "exchanges?" + query, null)).get("exchanges")).forEach(one -> exchanges.add(Json.object(one)));
        return exchanges;
    }

    /** The journal with the reasons for each answer, and the meaning of the last refusal. */
    public String describe() {
        List<Map<String, Object>> journal = journal(Map.of());
        StringBuilder text = new StringBuilder("mockidp, world " + name() + ", scenario " + scenario() + ":" + (journal.isEmpty() ? " no request came" : ""));
        String last = "";
        for (Map<String, Object> exchange : journal) {
            Map<String, Object> refusal = Json.object(exchange.get("refusal"));
            text.append("\n  #").append(exchange.get("number")).append(' ').append(exchange.get("method")).append(' ').append(exchange.get("path"));
            text.append(" → ").append(exchange.get("status"));
            List<Object> facts = new ArrayList<>(Json.list(exchange.get("events")));
            facts.add(refusal.get("code"));
            facts.add(Json.object(exchange.get("client")).get("alias"));
            facts.add(Json.object(exchange.get("user")).get("alias"));
            facts.stream().filter(fact -> fact != null).forEach(fact -> text.append(' ').append(fact));
            Json.list(exchange.get("reasons")).forEach(reason -> text.append("\n     ").append(reason));
            if (refusal.get("meaning") != null) {
                Object word = refusal.getOrDefault("code", refusal.get("error"));
                last = "\n  #" + exchange.get("number") + " ended with " + word + ": " + refusal.get("meaning") + " " + Json.text(refusal.get("remedy"));
            }
        }
        return text.append(last).toString();
    }

    /** Removes the world with all that it had. */
    public void remove() {
        call("DELETE", "", null);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
