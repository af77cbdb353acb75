package dev.operatorkit.conformance.transport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import org.jspecify.annotations.Nullable;

/** Holds the certificate and key with which a caller identifies itself to a wallet that asks for them (mutual TLS). */
public final class ClientCertificate {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----", Pattern.DOTALL);
    private static final char[] NO_PASSWORD = {};

    private final Certificate[] chain;
    private final PrivateKey key;

    private ClientCertificate(Certificate[] chain, PrivateKey key) {
        this.chain = chain;
        this.key = key;
    }

    /**
     * Reads a chain and its PKCS#8 key from PEM files; returns null if neither is given.
     *
     * @throws IllegalArgumentException if one is missing or cannot be read
     */
    public static @Nullable ClientCertificate read(@Nullable Path certificate, @Nullable Path key) {
        if (certificate == null && key == null) {
            return null;
        }
        if (certificate == null || key == null) {
            throw new IllegalArgumentException(
                    "--client-cert needs --client-key, and the other way round. Give both or neither.");
        }
        try (var in = Files.newInputStream(certificate)) {
            var chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .toArray(new Certificate[0]);
            var text = KEY.matcher(Files.readString(key, StandardCharsets.US_ASCII));
            if (chain.length == 0 || !text.find()) {
                throw new IllegalArgumentException("no certificate, or no key in PKCS#8");
            }
            var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(text.group(1)));
            var algorithm = chain[0].getPublicKey().getAlgorithm();
            return new ClientCertificate(
                    chain, KeyFactory.getInstance(algorithm).generatePrivate(spec));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "The client certificate cannot be read from " + certificate + " and " + key
                            + ". Check --client-cert and --client-key.",
                    e);
        }
    }

    KeyManager[] managers() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("client", key, NO_PASSWORD, chain);
        var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    @Override
    public String toString() {
        return "ClientCertificate[hidden]";
    }
}
