package mockidp.junit;

import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The directory of one test: tenants, users, apps, a clock, rules and a journal. */
public final class MockIdPWorld {
    private final MockIdPServer server;
    private WorldOptions options;
    /** What the server says of the world; null as long as it is not made. */
    private Map<String, Object> told;
    /** What this object becomes when it is used before it is made; null for a world of its own. */
    private MockIdPWorld standsFor;
    private List<Object> expected = new ArrayList<>();

    /** A world that is made when it is used first. */
    MockIdPWorld(MockIdPServer server, WorldOptions options) {
        this.server = server;
        this.options = options;
    }

    MockIdPWorld(MockIdPServer server, Map<String, Object> told, String user) {
        this(server, new WorldOptions().user(user));
        this.told = told;
    }

    /** A world of which it is not known yet whether it is the other one; it is when it is used first. */
    MockIdPWorld(MockIdPWorld other) {
        this(other.server, other.options);
        standsFor = other;
    }

    synchronized boolean isMade() {
        return told != null;
    }

    /** Makes it, with these options in the place of those from before. */
    synchronized MockIdPWorld make(WorldOptions options) {
        this.options = options;
        standsFor = null;
        told();
        return this;
    }

    /** From now on this object means the other one's world. */
    synchronized void become(MockIdPWorld other) {
        options = other.options;
        told = other.told();
        expected = other.expected;
    }

    private synchronized Map<String, Object> told() {
        if (told == null && standsFor != null) {
            become(standsFor);
        }
        if (told == null) {
            told = Json.object(server.call("POST", "worlds", options.order()));
        }
        return told;
    }

    /** A user. Ids and sign-in names differ from world to world. */
    public static final class User {
        /** The name in the scenario. */
        public final String alias;
        /** The object id. */
        public final String id;
        /** The sign-in name. */
        public final String name;
        /** The password as it was when the world was made, restored or {@link MockIdPWorld#reload reloaded}. */
        public final String password;

        User(Map<String, Object> told) {
            alias = Json.text(told.get("alias"));
            id = Json.text(told.get("id"));
            name = Json.text(told.get("userPrincipalName"));
            password = Json.text(told.get("password"));
        }
    }

    /** An app registration. Client ids and secrets are the same in every world, unless the options say otherwise. */
    public static final class App {
        /** The name in the scenario. */
        public final String alias;
        /** The client id. */
        public final String clientId;
        /** The secret; empty when the app has none. */
        public final String secret;

        App(Map<String, Object> told) {
            alias = Json.text(told.get("alias"));
            clientId = Json.text(told.get("clientId"));
            secret = Json.text(told.get("secret"));
        }
    }

    /** {@return the server on which the world is} */
    public MockIdPServer server() {
        return server;
    }

    /** {@return the name, by which the control API knows the world} */
    public String name() {
        return Json.text(told().get("name"));
    }

    /** {@return the name of the scenario} */
    public String scenario() {
        return Json.text(told().get("scenario"));
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
        return options.user().isEmpty() ? new User(main("users")) : user(options.user());
    }

    /** {@return all users} */
    public List<User> users() {
        return Json.list(told().get("users")).stream().map(one -> new User(Json.object(one))).collect(Collectors.toList());
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
        return Json.list(told().get(list)).stream().map(Json::object).filter(one -> Boolean.TRUE.equals(one.get("main"))).findFirst()
            .orElseThrow(() -> new MockIdPException("The scenario " + scenario() + " has no " + list + " to choose from."));
    }

    private Optional<App> registered(String alias) {
        return Json.list(told().get("apps")).stream().map(Json::object).filter(one -> alias.equals(one.get("alias"))).findFirst().map(App::new);
    }

    private Map<String, Object> named(String list, String alias) {
        List<Map<String, Object>> all = Json.list(told().get(list)).stream().map(Json::object).collect(Collectors.toList());
        return all.stream().filter(one -> alias.equals(one.get("alias"))).findFirst().orElseThrow(() -> {
            String known = all.stream().map(one -> Json.text(one.get("alias"))).collect(Collectors.joining(", "));
            return new MockIdPException("The scenario " + scenario() + " has none of the " + list + " by the alias " + alias + ". Known are: " + known + ".");
        });
    }

    /** A client that reaches this world under Microsoft's names. A host outside this machine is refused. */
    public HttpClient httpClient() {
        return httpClient(server.newClient());
    }

    HttpClient httpClient(HttpClient.Builder inner) {
        return new WorldHttpClient(this, inner.build());
    }

    /**
     * The settings of an API with Spring Security, for {@code @DynamicPropertySource}: whose tokens it takes, and for whom they are.
     * {@link MockIdPServer#leadJvm()} has to lead the JVM to the server first.
     *
     * <pre>{@code world.properties().forEach((name, value) -> registry.add(name, () -> value));}</pre>
     *
     * @return the properties of {@code spring.security.oauth2.resourceserver.jwt}
     */
    public Map<String, String> properties() {
        String jwt = "spring.security.oauth2.resourceserver.jwt.";
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put(jwt + "issuer-uri", authority() + "/v2.0");
        registered("api").ifPresent(app -> properties.put(jwt + "audiences", app.clientId));
        return properties;
    }

    /**
     * The same, and those of a web app that signs its users in: the app {@code web} of the scenario, by the code flow.
     *
     * @param registration the word that stands below {@code spring.security.oauth2.client.registration} in the app's settings
     * @return the properties of the API and of the registration with its provider
     */
    public Map<String, String> properties(String registration) {
        App web = app("web");
        String client = "spring.security.oauth2.client.";
        Map<String, String> properties = properties();
        properties.put(client + "registration." + registration + ".provider", registration);
        properties.put(client + "registration." + registration + ".client-id", web.clientId);
        properties.put(client + "registration." + registration + ".client-secret", web.secret);
        properties.put(client + "provider." + registration + ".issuer-uri", authority() + "/v2.0");
        return properties;
    }

    /**
     * The variables by which a program in App Service, Functions or Container Apps finds its managed identity. The address names the world, and
     * {@link #httpClient()} reaches it. A virtual machine needs none: {@link #httpClient()} reaches {@code 169.254.169.254}.
     *
     * @return {@code IDENTITY_ENDPOINT} and {@code IDENTITY_HEADER}; a scenario with an {@code identityHeader} of its own wants that one
     */
    public Map<String, String> appService() {
        return Map.of("IDENTITY_ENDPOINT", "http://" + name() + "." + server.plainAuthority() + "/MSI/token", "IDENTITY_HEADER", "mockidp");
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

    /** An administrator revokes the sessions of a user (AADSTS50173). */
    public void revoke(User user) {
        change(user, "revokeSessions");
    }

    /** Carries out a verb of the control API on a user: {@code disable}, {@code lock}, {@code requireMfa}, {@code changePassword}. */
    public void change(User user, String verb) {
        call("POST", "users/" + encoded(user.alias) + "/" + verb, null);
    }

    /**
     * Writes users and groups into a product, as Entra's provisioning does, with the address and the token that the scenario says. It has ended when
     * this returns.
     *
     * @param app the alias of the app
     * @return what was decided of each user and group, in the words of the control API
     * @throws NotProvisioned when the product did not take something
     */
    public List<Map<String, Object>> provision(String app) {
        return Provisioning.run(this, app);
    }

    /**
     * The same at another address: {@code world.provision("product", "http://localhost:" + port + "/scim", "t0ken")}.
     *
     * @param app the alias of the app
     * @param tenantUrl where the product serves SCIM
     * @param secretToken what is sent as Bearer
     * @return what was decided of each user and group
     * @throws NotProvisioned when the product did not take something
     */
    public List<Map<String, Object>> provision(String app, String tenantUrl, String secretToken) {
        return Provisioning.run(this, app, tenantUrl, secretToken);
    }

    /**
     * Somebody leaves: the account is switched off, and every provisioned app has been told when this returns.
     *
     * @param alias the user's name in the scenario
     * @throws NotProvisioned when a product did not take it
     */
    public void leaves(String alias) {
        change(user(alias), "disable");
        Provisioning.apps(this).forEach(app -> Provisioning.run(this, app));
    }

    /** Adds a rule in the words of a scenario file: {@code rule(Map.of("endpoint", "token", "occurrence", 1), Map.of("refuse", "AADSTS50173"))}. */
    public void rule(Map<String, ?> when, Object then) {
        call("POST", "rules", Map.of("when", when, "then", then));
    }

    /** Carries out actions of the scenario language now: {@code act("rotateKeys")}. */
    public void act(Object... actions) {
        call("POST", "actions", List.of(actions));
    }

    /**
     * Mints a token without a sign-in: {@code token(Map.of("client", "mobile", "user", "alice", "scope", "User.Read"))}. Its issuer is the world's, which
     * is that of the tokens of a sign-in under Microsoft's names, unless the order names another {@code issuer}.
     *
     * @param order the members of the control API's call
     * @return the token
     */
    public String token(Map<String, ?> order) {
        return Json.text(Json.object(call("POST", "tokens", order)).get("token"));
    }

    /**
     * Keeps the world as it is, sessions and tokens included.
     *
     * @param snapshot a name for it
     */
    public void save(String snapshot) {
        call("POST", "snapshots", Map.of("name", snapshot));
    }

    /**
     * Goes back to what {@link #save} kept, passwords too. What was handed out since is unknown afterwards; the journal goes on.
     *
     * @param snapshot its name
     */
    public void restore(String snapshot) {
        call("POST", "snapshots/" + encoded(snapshot) + "/restore", null);
        reload();
    }

    /** Reads users, passwords and apps again. */
    public void reload() {
        Map<String, Object> anew = Json.object(call("GET", "", null));
        Map<String, String> known = users().stream().collect(Collectors.toMap(one -> one.id, one -> one.password));
        // A server that does not tell passwords leaves those that are known.
        Json.list(anew.get("users")).stream().map(Json::object).forEach(one -> one.putIfAbsent("password", known.getOrDefault(Json.text(one.get("id")), "")));
        synchronized (this) {
            told = anew;
        }
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
            throw new UnmetExpectations(unmet + describe());
        }
    }

    /** What apps sent through Graph, and what the service itself sent. */
    public Mail mail() {
        return new Mail(this);
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
        StringBuilder text = new StringBuilder("mockidp, world " + name() + ", scenario " + scenario() + ":" + (journal.isEmpty() ? NO_REQUEST : ""));
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
        idleRules().forEach(rule -> text.append("\n  ").append(rule));
        return text.append(last).toString();
    }

    private static final String NO_REQUEST =
        " no request came. Does the app use world.httpClient(), or did the test call MockIdPServer.leadJvm()?";

    /** The rules that nothing has fitted, each with the exchange that came nearest and what differed. */
    private List<String> idleRules() {
        return Json.list(Json.object(call("GET", "rules", null)).get("rules")).stream().map(Json::object)
            .filter(rule -> "0".equals(String.valueOf(rule.get("matched"))) && !Boolean.FALSE.equals(rule.get("enabled")))
            .map(rule -> "nothing has fitted the rule " + rule.get("name") + " (" + rule.get("when") + ")"
                + (rule.containsKey("nearest") ? "; nearest: " + Json.object(rule.get("nearest")).get("text") : ""))
            .collect(Collectors.toList());
    }

    /** Removes the world with all that it had. */
    public void remove() {
        call("DELETE", "", null);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
