package mockidp.junit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A server that this process started, or one that runs already. It holds thousands of worlds, which do not see each other. */
public final class MockIdPServer {
    private static MockIdPServer shared;

    private final URI url;
    private final URI proxy;
    private final Names names;
    private final SSLContext trust;
    private final String controlToken;
    private final ServerProcess process;
    private final HttpClient client;

    private MockIdPServer(String url, String proxy, String ca, List<Object> hosts, String controlToken, ServerProcess process) {
        this.url = URI.create(url);
        this.proxy = proxy == null || proxy.isEmpty() ? null : URI.create(proxy);
        this.names = new Names(hosts);
        this.trust = trusting(ca);
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

    /** Makes a world. Empty arguments mean the server's scenario, no overrides (JSON), and the first user. */
    public MockIdPWorld world(String scenario, String overrides, String user) {
        Map<String, Object> order = new LinkedHashMap<>();
        if (!scenario.isEmpty()) {
            order.put("scenario", scenario);
        }
        if (!overrides.isEmpty()) {
            order.put("overrides", Json.read(overrides));
        }
        return new MockIdPWorld(this, Json.object(call("POST", "worlds", order)), user);
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
        throw new MockIdPException(method + " " + path + ": " + answer.statusCode() + " " + words, answer.statusCode(), null);
    }

    /** The header fields that lead a request into a world. */
    Map<String, String> headers(String world) {
        return controlToken.isEmpty() ? Map.of("Mockidp-World", world) : Map.of("Mockidp-World", world, "Mockidp-Control-Token", controlToken);
    }

    boolean answers(URI address) {
        String host = address.getHost() == null ? "" : address.getHost();
        boolean ours = host.equals(url.getHost()) || host.endsWith("." + url.getHost());
        return names.isMicrosoft(host) || ours && (address.getPort() == url.getPort() || proxy != null && address.getPort() == proxy.getPort());
    }

    /**
     * A client whose connections for Microsoft's names lead to this server. The JDK's client has no place for a resolver, so it is told of the
     * server's own proxy port; nothing else of this process or machine is.
     */
    HttpClient.Builder newClient() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(trust).proxy(new ProxySelector() {
            @Override
            public List<Proxy> select(URI address) {
                if (proxy == null || address.getHost() == null || !names.isMicrosoft(address.getHost())) {
                    return List.of(Proxy.NO_PROXY);
                }
                return List.of(proxyAddress());
            }

            @Override
            public void connectFailed(URI address, SocketAddress at, IOException error) {}
        });
    }

    /** The server's plain HTTP port, for libraries that take a proxy: {@code builder.proxy(server.proxyAddress())} of MSAL. */
    public Proxy proxyAddress() {
        if (proxy == null) {
            throw new MockIdPException("The server's HTTP port is not known. Set MOCKIDP_PROXY beside MOCKIDP_URL.");
        }
        return new Proxy(Proxy.Type.HTTP, new InetSocketAddress(Names.isThisMachine(proxy.getHost()) ? "127.0.0.1" : proxy.getHost(), proxy.getPort()));
    }

    /** Ends the server if this object started it. */
    public void stop() {
        if (process != null) {
            process.stop();
        }
    }

    private static SSLContext trusting(String ca) {
        try {
            Certificate certificate = CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(ca.getBytes(StandardCharsets.US_ASCII)));
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry("mockidp", certificate);
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException error) {
            throw new MockIdPException("The authority's certificate is none. Set MOCKIDP_CA to its PEM file. " + error.getMessage(), 0, error);
        }
    }
}
