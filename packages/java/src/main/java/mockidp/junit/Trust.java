package mockidp.junit;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Whom a connection trusts. */
final class Trust {
    private Trust() {}

    static Certificate certificate(String pem) {
        try {
            return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException error) {
            throw new MockIdPException("This is not the certificate of an authority. Set MOCKIDP_CA to its PEM file. " + error.getMessage(), 0, error);
        }
    }

    /** The authority alone. */
    static KeyStore store(Certificate authority) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry("mockidp", authority);
            return store;
        } catch (IOException | GeneralSecurityException error) {
            throw unusable(error);
        }
    }

    /** The authority beside all whom the JVM trusts. */
    static KeyStore storeWithPublicRoots(Certificate authority) {
        KeyStore store = store(authority);
        try {
            int number = 0;
            for (TrustManager manager : managers(null)) {
                for (X509Certificate root : manager instanceof X509TrustManager ? ((X509TrustManager) manager).getAcceptedIssuers() : new X509Certificate[0]) {
                    store.setCertificateEntry("root-" + number++, root);
                }
            }
            return store;
        } catch (GeneralSecurityException error) {
            throw unusable(error);
        }
    }

    static SSLContext context(KeyStore store) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(store), null);
            return context;
        } catch (GeneralSecurityException error) {
            throw unusable(error);
        }
    }

    private static TrustManager[] managers(KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static MockIdPException unusable(Exception error) {
        return new MockIdPException("This JVM cannot be told to trust the server: " + error.getMessage(), 0, error);
    }
}
