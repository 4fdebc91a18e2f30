package team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The checks of Spring Security's decoder, in its order: the document of {@code issuer-uri} has to name that issuer; the signature by the published keys;
 * {@code iss}, {@code aud}, {@code exp} and {@code nbf}.
 */
final class Validator {
    private static final String JWT = "spring.security.oauth2.resourceserver.jwt.";

    private Validator() {}

    static void accept(HttpClient client, Map<String, String> properties, String token) throws Exception {
        String issuer = properties.get(JWT + "issuer-uri");
        String document = App.get(client, issuer + "/.well-known/openid-configuration");
        assertEquals(issuer, App.text(document, "issuer"));
        String[] parts = token.split("\\.");
        String head = new String(Base64.getUrlDecoder().decode(parts[0]), StandardCharsets.UTF_8);
        assertEquals("RS256", App.text(head, "alg"));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(key(App.get(client, App.text(document, "jwks_uri")), App.text(head, "kid")));
        signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        assertTrue(signature.verify(Base64.getUrlDecoder().decode(parts[2])), "the signature is wrong");
        String claims = App.claims(token);
        assertEquals(issuer, App.text(claims, "iss"));
        assertEquals(properties.get(JWT + "audiences"), App.text(claims, "aud"));
        long now = Instant.now().getEpochSecond();
        assertTrue(Long.parseLong(App.text(claims, "exp")) > now && Long.parseLong(App.text(claims, "nbf")) <= now + 60, claims);
    }

    private static PublicKey key(String keys, String kid) throws Exception {
        Matcher one = Pattern.compile("\\{[^{}]*\\}").matcher(keys);
        while (one.find()) {
            Matcher certificate = Pattern.compile("\"x5c\"\\s*:\\s*\\[\\s*\"([^\"]*)\"").matcher(one.group());
            if (kid.equals(App.text(one.group(), "kid")) && certificate.find()) {
                byte[] bytes = Base64.getDecoder().decode(certificate.group(1).replace("\\/", "/"));
                return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes)).getPublicKey();
            }
        }
        throw new AssertionError("no key " + kid + " is published");
    }
}
