import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The API under test: who may ask for orders. It has no library, so it reads JSON by patterns; take yours. */
final class Orders {
    private static final String CLIENT_ID = "a9100000-0000-4000-8000-000000000005";

    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(String why) {
            super(why);
        }
    }

    private Orders() {}

    /** What a good token states, as JSON. Everybody else is refused. */
    static String claimsOf(HttpClient client, String token, String tenant) throws Exception {
        String authority = "https://login.microsoftonline.com/" + tenant;
        String[] parts = token.split("\\.", -1);
        String head = text(parts[0]);
        if (!"RS256".equals(member(head, "alg"))) {
            throw new Refused("algorithm");
        }
        Signature signature = Signature.getInstance("SHA256withRSA");
        HttpRequest request = HttpRequest.newBuilder(URI.create(authority + "/discovery/v2.0/keys")).build();
        signature.initVerify(key(client.send(request, BodyHandlers.ofString()).body(), member(head, "kid")));
        signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        boolean isGood;
        try {
            isGood = signature.verify(Base64.getUrlDecoder().decode(parts[2]));
        } catch (SignatureException error) {
            isGood = false;
        }
        if (!isGood) {
            throw new Refused("signature");
        }
        String claims = text(parts[1]);
        if (!(authority + "/v2.0").equals(member(claims, "iss")) || !CLIENT_ID.equals(member(claims, "aud"))) {
            throw new Refused("issuer or audience");
        }
        if (Long.parseLong(member(claims, "exp")) < Instant.now().getEpochSecond()) {
            throw new Refused("expired");
        }
        return claims;
    }

    static String roleIn(String claims) {
        Matcher found = Pattern.compile("\"roles\"\\s*:\\s*\\[\\s*\"([^\"]*)\"").matcher(claims);
        return found.find() ? found.group(1) : "";
    }

    private static String text(String part) {
        return new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8);
    }

    private static String member(String json, String name) {
        Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"?([^\",}]*)").matcher(json);
        return found.find() ? found.group(1) : "";
    }

    private static PublicKey key(String keys, String kid) throws Exception {
        Matcher one = Pattern.compile("\\{[^{}]*\\}").matcher(keys);
        while (one.find()) {
            Matcher certificate = Pattern.compile("\"x5c\"\\s*:\\s*\\[\\s*\"([^\"]*)\"").matcher(one.group());
            if (kid.equals(member(one.group(), "kid")) && certificate.find()) {
                byte[] bytes = Base64.getDecoder().decode(certificate.group(1).replace("\\/", "/"));
                return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes)).getPublicKey();
            }
        }
        throw new Refused("the key is not published");
    }
}
