package mockidp.junit;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;

/** Leads what makes its connections by itself: the properties and defaults that clients of this JVM read. */
final class Jvm {
    private static final String PASSWORD = "changeit";
    private static MockIdPServer led;

    private Jvm() {}

    static synchronized void lead(MockIdPServer server) {
        if (led == server) {
            return;
        }
        InetSocketAddress proxy = (InetSocketAddress) server.proxyAddress().address();
        for (String scheme : new String[] {"http", "https"}) {
            System.setProperty(scheme + ".proxyHost", proxy.getHostString());
            System.setProperty(scheme + ".proxyPort", String.valueOf(proxy.getPort()));
        }
        KeyStore store = Trust.storeWithPublicRoots(server.authority());
        SSLContext trust = Trust.context(store);
        SSLContext.setDefault(trust);
        HttpsURLConnection.setDefaultSSLSocketFactory(trust.getSocketFactory());
        // For libraries that make a context of their own from the properties.
        System.setProperty("javax.net.ssl.trustStore", written(store, server.home()).toString());
        System.setProperty("javax.net.ssl.trustStorePassword", PASSWORD);
        System.setProperty("javax.net.ssl.trustStoreType", "PKCS12");
        led = server;
    }

    private static Path written(KeyStore store, Path home) {
        try {
            Path file = home == null ? Files.createTempFile("mockidp-", ".p12") : home.resolve("junit-truststore.p12");
            if (home == null) {
                file.toFile().deleteOnExit();
            }
            try (OutputStream out = Files.newOutputStream(file)) {
                store.store(out, PASSWORD.toCharArray());
            }
            return file;
        } catch (IOException | GeneralSecurityException error) {
            throw new MockIdPException("The trust store cannot be written: " + error.getMessage(), 0, error);
        }
    }
}
