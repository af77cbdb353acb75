package dev.operatorkit.simulator.wallet;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Defines the trusted certificate authorities: Java's, and a private one if given (GEN-1). */
public final class Trust {
    private final List<X509Certificate> more;
    private final Clock clock;
    private @Nullable SSLSocketFactory sockets;

    private Trust(List<X509Certificate> more, Clock clock) {
        this.more = List.copyOf(more);
        this.clock = clock;
    }

    /** Returns sockets that trust them. Creates them on first use, so that a simulator with plain HTTP starts faster. */
    public synchronized SSLSocketFactory sockets() {
        if (sockets == null) {
            try {
                var context = SSLContext.getInstance("TLS");
                var judge = new DiagnosingTrustManager(trusting(more), clock);
                context.init(null, new TrustManager[] {judge}, new SecureRandom());
                sockets = context.getSocketFactory();
            } catch (GeneralSecurityException | IOException e) {
                throw new IllegalStateException("This Java has no TLS.", e);
            }
        }
        return sockets;
    }

    /** Trusts Java's authorities. */
    public static Trust system(Clock clock) {
        return new Trust(List.of(), clock);
    }

    /** Trusts Java's authorities and those of a PEM file, or throws an IllegalArgumentException if it has none. */
    public static Trust withAuthority(Path pem, Clock clock) {
        try (var in = Files.newInputStream(pem)) {
            var more = new ArrayList<X509Certificate>();
            for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                more.add((X509Certificate) certificate);
            }
            if (more.isEmpty()) {
                throw new IllegalArgumentException(pem + " contains no certificate. Check --ca-cert.");
            }
            return new Trust(more, clock);
        } catch (IOException | CertificateException e) {
            throw new IllegalArgumentException(
                    "The CA certificate cannot be read from " + pem + ". Check --ca-cert.", e);
        }
    }

    /** Trusts Java's authorities, and those of {@code pem} if it is not null. */
    public static Trust of(@Nullable Path pem, Clock clock) {
        return pem == null ? system(clock) : withAuthority(pem, clock);
    }

    /** Returns a TLS socket over a connected one that verifies the host name, before its handshake. */
    SSLSocket over(Socket plain, String host, int port) throws IOException {
        var socket = (SSLSocket) sockets().createSocket(plain, host, port, true);
        var parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        return socket;
    }

    private static X509ExtendedTrustManager trusting(List<X509Certificate> more)
            throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        var all = new ArrayList<>(more);
        all.addAll(List.of(((X509TrustManager) trustManager(null)).getAcceptedIssuers()));
        for (var i = 0; i < all.size(); i++) {
            store.setCertificateEntry("authority-" + i, all.get(i));
        }
        return trustManager(store);
    }

    private static X509ExtendedTrustManager trustManager(@Nullable KeyStore store) throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    }
}
