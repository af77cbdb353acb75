package dev.operatorkit.conformance.transport;

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
import org.jspecify.annotations.Nullable;

/** Holds the trusted certificate authorities: Java's, a private one, or both, and the caller's own certificate (GEN-1). */
public final class TrustedCertificates {
    private final List<X509Certificate> named;
    private final boolean publicToo;
    private final Clock clock;
    private final @Nullable ClientCertificate client;
    private @Nullable SSLSocketFactory sockets;

    private TrustedCertificates(
            List<X509Certificate> named, boolean publicToo, Clock clock, @Nullable ClientCertificate client) {
        this.named = List.copyOf(named);
        this.publicToo = publicToo;
        this.clock = clock;
        this.client = client;
    }

    /** Trusts Java's authorities. */
    public static TrustedCertificates system(Clock clock) {
        return new TrustedCertificates(List.of(), true, clock, null);
    }

    /** Trusts Java's authorities and those of a PEM file, or throws an IllegalArgumentException if it has none. */
    public static TrustedCertificates systemAnd(Path pem, Clock clock) {
        return new TrustedCertificates(read(pem), true, clock, null);
    }

    /** Trusts only the authorities of a PEM file, or throws an IllegalArgumentException if it has none. */
    public static TrustedCertificates only(Path pem, Clock clock) {
        return new TrustedCertificates(read(pem), false, clock, null);
    }

    /** Returns a copy that trusts only the authorities of a PEM file. */
    public TrustedCertificates withOnly(Path pem) {
        return new TrustedCertificates(read(pem), false, clock, client);
    }

    /** Returns a copy whose callers identify themselves with a certificate; with none for null. */
    public TrustedCertificates withClient(@Nullable ClientCertificate certificate) {
        return new TrustedCertificates(named, publicToo, clock, certificate);
    }

    private static List<X509Certificate> read(Path pem) {
        try (var in = Files.newInputStream(pem)) {
            var certificates = new ArrayList<X509Certificate>();
            for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                certificates.add((X509Certificate) certificate);
            }
            if (certificates.isEmpty()) {
                throw new IllegalArgumentException(pem + " contains no certificate. Check --ca-cert.");
            }
            return certificates;
        } catch (IOException | CertificateException e) {
            throw new IllegalArgumentException(
                    "The CA certificate cannot be read from " + pem + ". Check --ca-cert.", e);
        }
    }

    /** Returns a TLS socket over a connected one that verifies the host name, before its handshake. */
    SSLSocket over(Socket plain, Endpoint endpoint) throws IOException {
        var socket = (SSLSocket) sockets().createSocket(plain, endpoint.host(), endpoint.port(), true);
        var parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        return socket;
    }

    /** Creates the factory on first use, so that a program that calls over plain HTTP starts faster. */
    private synchronized SSLSocketFactory sockets() {
        if (sockets == null) {
            try {
                var context = SSLContext.getInstance("TLS");
                var judge = new DiagnosingTrustManager(trustManager(), clock);
                context.init(client == null ? null : client.managers(), new TrustManager[] {judge}, new SecureRandom());
                sockets = context.getSocketFactory();
            } catch (GeneralSecurityException | IOException e) {
                throw new IllegalStateException("This Java has no TLS.", e);
            }
        }
        return sockets;
    }

    private X509ExtendedTrustManager trustManager() throws GeneralSecurityException, IOException {
        if (named.isEmpty()) {
            return trustManager(null);
        }
        var all = new ArrayList<>(named);
        if (publicToo) {
            all.addAll(List.of(trustManager(null).getAcceptedIssuers()));
        }
        var store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
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
