package dev.operatorkit.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Creates TLS sockets that trust the public certificate authorities, or the one that the tester names (GEN-1). */
public final class TrustedCertificates {
    private TrustedCertificates() {}

    /** Returns a factory that trusts the authority in this PEM file, or the public ones when it is null. */
    public static SSLSocketFactory in(@Nullable Path authority) throws IOException {
        try {
            var context = SSLContext.getInstance("TLS");
            var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(authority == null ? null : store(authority));
            context.init(null, managers.getTrustManagers(), null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException("Certificates cannot be read from " + authority + ": " + e.getMessage(), e);
        }
    }

    private static KeyStore store(Path authority) throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (var in = Files.newInputStream(authority)) {
            var number = 0;
            for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("authority-" + number++, certificate);
            }
        }
        if (store.size() == 0) {
            throw new IOException("There is no certificate in " + authority);
        }
        return store;
    }
}
