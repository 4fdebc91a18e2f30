package team;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import mockidp.junit.MockIdPServer;
import mockidp.junit.MockIdPWorld;
import org.junit.jupiter.api.Test;

/** A JVM that was led: what makes its connections by itself reaches the server. It runs in a JVM of its own. */
class JvmTest {
    static final class Led {
        private Led() {}

        public static void main(String[] words) throws Exception {
            MockIdPWorld world = MockIdPServer.leadJvm().world();
            MockIdPServer.leadJvm();
            String token = world.token(Map.of("client", "mobile", "user", "alice", "scope", "api://contoso/Orders.Read"));
            // As Spring's decoder does at the start: by HttpURLConnection, and by the JDK's client.
            String document = world.properties().get("spring.security.oauth2.resourceserver.jwt.issuer-uri") + "/.well-known/openid-configuration";
            say("connection", App.text(connection(document), "issuer").equals(world.authority() + "/v2.0"));
            Validator.accept(HttpClient.newHttpClient(), world.properties(), token);
            say("client", true);
            // As libraries do that make a context from the properties.
            SSLContext own = SSLContext.getInstance("TLS");
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init((KeyStore) null);
            own.init(null, managers.getTrustManagers(), null);
            say("context", App.get(HttpClient.newBuilder().sslContext(own).build(), document).contains("jwks_uri"));
            String user = world.token(Map.of("client", "mobile", "user", "bob", "scope", "User.Read"));
            say("graph", App.nameOf(HttpClient.newHttpClient(), user).equals(world.user("bob").name));
            String identity = world.appService().get("IDENTITY_ENDPOINT") + "?api-version=2019-08-01&resource=https%3A%2F%2Fvault.azure.net";
            say("identity", App.text(App.claims(App.text(App.get(HttpClient.newHttpClient(), identity, "X-IDENTITY-HEADER", "mockidp"), "access_token")), "tid").equals(world.tenantId()));
            // This machine is reached as ever.
            try (WebApp app = new WebApp(world)) {
                say("machine", world.browser().visit(app.address(), world.user()).body().equals("Hello visitor"));
            }
            Map<String, String> web = world.properties("entra");
            say("registration", web.get("spring.security.oauth2.client.registration.entra.client-id").equals(world.app("web").clientId)
                && web.get("spring.security.oauth2.client.provider.entra.issuer-uri").equals(world.authority() + "/v2.0"));
            boolean isForeign = false;
            try {
                isForeign = connection("https://example.com/").isEmpty();
            } catch (IOException refused) {
                isForeign = true;
                System.out.println(refused.getMessage());
            }
            say("foreign", isForeign);
        }

        private static void say(String what, boolean isRight) {
            System.out.println(what + (isRight ? " ok" : " WRONG"));
        }

        private static String connection(String address) throws IOException {
            HttpURLConnection connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
            try (InputStream body = connection.getInputStream()) {
                return new String(body.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    }

    @Test
    void aJvmThatWasLedReachesTheServer() throws Exception {
        Process run = Inner.elsewhere("team.JvmTest$Led", Map.of("MOCKIDP_URL", "")).start();
        String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, run.waitFor(), said);
        for (String what : "connection client context graph identity machine registration foreign".split(" ")) {
            assertEquals(1, said.split(what + " ok", -1).length - 1, said);
        }
    }
}
