package mockidp.junit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;

/** A server that this process started, or one that runs already. It holds thousands of worlds, which do not see each other. */
public final class MockIdPServer {
    private static MockIdPServer shared;

    private final URI url;
    private final URI proxy;
    private final Names names;
    private final Certificate authority;
    private final SSLContext trust;
    private final String controlToken;
    private final ServerProcess process;
    private final HttpClient client;

    private MockIdPServer(String url, String proxy, String ca, List<Object> hosts, String controlToken, ServerProcess process) {
        this.url = URI.create(url);
        this.proxy = proxy == null || proxy.isEmpty() ? null : URI.create(proxy);
        this.names = new Names(hosts);
        this.authority = Trust.certificate(ca);
        this.trust = Trust.context(Trust.store(authority));
        this.controlToken = controlToken == null ? "" : controlToken;
        this.process = process;
        this.client = newClient().build();
    }

    /** The server that all tests of this process share. It starts at the first call and ends with the process. */
    public static synchronized MockIdPServer shared() {
        if (shared == null) {
            shared = start();
        }
        return shared;
    }

    /**
     * Starts a server on free ports, with further arguments of {@code mockidp serve}. Without arguments the server that {@code MOCKIDP_URL} names
     * is used, as under {@code mockidp exec}.
     */
    public static MockIdPServer start(String... arguments) {
        String running = System.getenv().getOrDefault("MOCKIDP_URL", "");
        if (!running.isEmpty() && arguments.length == 0) {
            return attach(running, System.getenv("MOCKIDP_PROXY"), Path.of(System.getenv().getOrDefault("MOCKIDP_CA", "")), System.getenv("MOCKIDP_CONTROL_TOKEN"));
        }
        ServerProcess process = ServerProcess.start(arguments);
        Map<String, Object> ready = process.ready();
        return new MockIdPServer(Json.text(ready.get("authority")), Json.text(ready.get("http")), Json.text(ready.get("caCertificate")),
            Json.list(ready.get("hosts")), null, process);
    }

    /**
     * Uses a server that somebody else started.
     *
     * @param url where it listens for HTTPS
     * @param proxy its plain HTTP port, which leads to Microsoft's names; null takes the one that the server tells
     * @param ca the PEM file of its certificate authority
     * @param controlToken the token of the control API, or null
     */
    public static MockIdPServer attach(String url, String proxy, Path ca, String controlToken) {
        String certificate;
        try {
            certificate = Files.readString(ca);
        } catch (IOException error) {
            throw new MockIdPException("The authority's certificate cannot be read from '" + ca + "'. Set MOCKIDP_CA. " + error.getMessage(), 0, error);
        }
        Map<String, Object> told = Json.object(new MockIdPServer(url, proxy, certificate, List.of(), controlToken, null).call("GET", "health", null));
        if (told.get("hosts") == null) {
            throw new MockIdPException("The mockidp " + Json.text(told.get("version")) + " at " + url + " is older than this library. Start one of the same version.");
        }
        String plain = proxy == null || proxy.isEmpty() ? Json.text(told.get("http")) : proxy;
        MockIdPServer server = new MockIdPServer(url, plain, certificate, Json.list(told.get("hosts")), controlToken, null);
        server.call("GET", "worlds/default", null);
        return server;
    }

    /**
     * Makes a world with the server's scenario. It belongs to no test, and stays until {@link MockIdPWorld#remove} or the server's end.
     *
     * @return the world
     */
    public MockIdPWorld world() {
        return world(new WorldOptions());
    }

    /**
     * Makes a world. It belongs to no test, and stays until {@link MockIdPWorld#remove} or the server's end.
     *
     * @param options what it begins with
     * @return the world
     */
    public MockIdPWorld world(WorldOptions options) {
        return new MockIdPWorld(this, options).make(options);
    }

    /**
     * Makes a world.
     *
     * @param scenario a name or a text; empty means the server's scenario
     * @param overrides JSON; empty means none
     * @param user the user's alias; empty means the first user
     * @return the world
     */
    public MockIdPWorld world(String scenario, String overrides, String user) {
        return world(new WorldOptions().scenario(scenario).overrides(overrides).user(user));
    }

    /**
     * Leads this JVM to the shared server: Microsoft's names by its proxy, with trust in it beside everybody whom the JVM trusts already. It is for what
     * makes its connections by itself, and comes before that is built: a Spring context, a client of MSAL. A world is told by its tenant's id.
     *
     * <p>It sets the properties {@code http.proxyHost} and {@code https.proxyHost} with their ports, {@code javax.net.ssl.trustStore} with its password and
     * type, and the defaults of {@link SSLContext} and {@link javax.net.ssl.HttpsURLConnection}. They stay until the JVM ends.
     *
     * @return the shared server
     */
    public static MockIdPServer leadJvm() {
        MockIdPServer server = shared();
        Jvm.lead(server);
        return server;
    }

    /** Where the server listens, such as {@code https://localhost:8443}. */
    public URI url() {
        return url;
    }

    /** Trusts this server alone. */
    public SSLContext trust() {
        return trust;
    }

    /** Any call of the control API. The path follows {@code /_mockidp/v1/}; body and answer are maps, lists, texts, numbers and booleans. */
    public Object call(String method, String path, Object body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/_mockidp/v1/" + path));
        request.method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(Json.write(body)));
        if (!controlToken.isEmpty()) {
            request.header("Authorization", "Bearer " + controlToken);
        }
        HttpResponse<String> answer;
        try {
            answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException error) {
            throw new MockIdPException("No mockidp answers at " + url + ": " + error.getMessage(), 0, error);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw new MockIdPException("The call was interrupted.", 0, error);
        }
        if (answer.statusCode() < 400) {
            return answer.body().isBlank() ? null : Json.read(answer.body());
        }
        Map<String, Object> problem = answer.body().startsWith("{") ? Json.object(Json.read(answer.body())) : Map.of("detail", answer.body());
        String words = (Json.text(problem.get("detail")) + " " + Json.text(problem.get("remedy"))).strip();
        String type = Json.text(problem.get("type"));
        throw new MockIdPException(method + " " + path + ": " + answer.statusCode() + " " + words, answer.statusCode(),
            type.substring(type.lastIndexOf(':') + 1), Json.text(problem.get("detail")));
    }

    /** The header fields that lead a request into a world. */
    Map<String, String> headers(String world) {
        return controlToken.isEmpty() ? Map.of("Mockidp-World", world) : Map.of("Mockidp-World", world, "Mockidp-Control-Token", controlToken);
    }

    boolean answers(URI address) {
        String host = address.getHost() == null ? "" : address.getHost().toLowerCase(Locale.ROOT);
        return names.isMicrosoft(host) || isOwn(host) && (port(address) == port(url) || proxy != null && port(address) == port(proxy));
    }

    /** Whether the server has the path, of a host of which it has single pages alone. */
    boolean answersPath(URI address) {
        return names.answersPath(address);
    }

    private boolean isOwn(String host) {
        return host.equals(url.getHost()) || host.endsWith("." + url.getHost());
    }

    private static int port(URI address) {
        return address.getPort() >= 0 ? address.getPort() : "http".equals(address.getScheme()) ? 80 : 443;
    }

    /** Host and plain port. */
    String plainAuthority() {
        return plain().getAuthority();
    }

    private URI plain() {
        if (proxy == null) {
            throw new MockIdPException("The server's HTTP port is not known. Set MOCKIDP_PROXY beside MOCKIDP_URL.");
        }
        return proxy;
    }

    /**
     * A client whose connections for Microsoft's names lead to this server. The JDK's client has no place for a resolver, so it is told of the
     * server's own proxy port; nothing else of this process or machine is.
     */
    HttpClient.Builder newClient() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(trust).proxy(new ProxySelector() {
            @Override
            public List<Proxy> select(URI address) {
                String host = address.getHost() == null ? "" : address.getHost().toLowerCase(Locale.ROOT);
                // Some systems do not resolve a name under localhost; the server knows its own.
                boolean isWorlds = !host.equals(url.getHost()) && isOwn(host) && answers(address);
                return List.of(proxy != null && (names.isMicrosoft(host) || isWorlds) ? proxyAddress() : Proxy.NO_PROXY);
            }

            @Override
            public void connectFailed(URI address, SocketAddress at, IOException error) {}
        });
    }

    /** The server's plain HTTP port, for libraries that take a proxy: {@code builder.proxy(server.proxyAddress())} of MSAL. */
    public Proxy proxyAddress() {
        return new Proxy(Proxy.Type.HTTP, new InetSocketAddress(Names.isThisMachine(plain().getHost()) ? "127.0.0.1" : plain().getHost(), plain().getPort()));
    }

    /** Ends the server if this object started it. */
    public void stop() {
        if (process != null) {
            process.stop();
        }
    }

    /** Where a file can lie that goes with the server; null for a server that somebody else started. */
    Path home() {
        return process == null ? null : process.home();
    }

    Certificate authority() {
        return authority;
    }
}
