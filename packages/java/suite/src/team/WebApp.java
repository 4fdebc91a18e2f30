package team;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import mockidp.junit.MockIdPWorld;

/** An app under test that signs its visitors in and keeps who they are in a cookie. */
final class WebApp implements AutoCloseable {
    private final MockIdPWorld world;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    WebApp(MockIdPWorld world) throws IOException {
        this.world = world;
        server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::home);
        server.createContext("/auth/callback", this::callback);
        server.start();
    }

    URI address() {
        return URI.create("http://localhost:" + server.getAddress().getPort() + "/");
    }

    private void home(HttpExchange exchange) throws IOException {
        String cookie = exchange.getRequestHeaders().getFirst("Cookie");
        if (cookie != null && cookie.contains("name=visitor")) {
            answer(exchange, 200, "Hello visitor", Map.of());
            return;
        }
        answer(exchange, 302, "", Map.of("Location", App.authorizeUrl(world, "client_id", world.app("web").clientId, "redirect_uri", address() + "auth/callback",
            "scope", "openid User.Read").toString()));
    }

    private void callback(HttpExchange exchange) throws IOException {
        Map<String, String> members = new LinkedHashMap<>(Map.of("grant_type", "authorization_code", "redirect_uri", address() + "auth/callback",
            "client_id", world.app("web").clientId, "client_secret", world.app("web").secret));
        for (String one : exchange.getRequestURI().getQuery().split("&")) {
            if (one.startsWith("code=")) {
                members.put("code", one.substring(5));
            }
        }
        String told;
        try {
            told = App.ask(world, members);
        } catch (Exception error) {
            told = error.toString();
        }
        if (told.contains("access_token")) {
            answer(exchange, 302, "", Map.of("Location", "/", "Set-Cookie", "name=visitor; Path=/; SameSite=Lax"));
        } else {
            answer(exchange, 502, told, Map.of());
        }
    }

    private static void answer(HttpExchange exchange, int status, String body, Map<String, String> headers) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        headers.forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
    }
}
