package dev.operatorkit.reference.http;

import dev.operatorkit.schedule.RepeatedTask;
import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.tls.Tls;
import io.helidon.common.tls.TlsClientAuth;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads a certificate chain and its key from PEM files (GEN-1), and reloads them when they change, without a restart.
 *
 * @param certificate the file with the chain, the server's own certificate first
 * @param key the file with the unencrypted PKCS#8 key
 * @param clientAuthority the file with the authority of the callers' certificates; null to ask callers for none
 */
public record Pem(Path certificate, Path key, @Nullable Path clientAuthority) {
    /** Lists the suites with forward secrecy and authenticated encryption, whatever else the JDK allows. */
    static final List<String> SUITES = List.of(
            "TLS_AES_256_GCM_SHA384",
            "TLS_AES_128_GCM_SHA256",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private static final Logger LOG = LoggerFactory.getLogger(Pem.class);
    private static final Duration EVERY = Duration.ofSeconds(2);

    /** Loads both, or throws an exception with a readable message if they are not a certificate and its key. */
    public Tls tls() {
        var authorities = clientAuthority == null ? null : authorities(clientAuthority);
        try {
            var keys = Keys.builder()
                    .pem(pem -> pem.key(Resource.create(key)).certChain(Resource.create(certificate)))
                    .build();
            var tls = Tls.builder()
                    .manager(new LimitedTlsManager())
                    // Callers have addresses, which their certificates need not name.
                    .endpointIdentificationAlgorithm(Tls.ENDPOINT_IDENTIFICATION_NONE)
                    .privateKey(keys)
                    .privateKeyCertChain(keys)
                    .addEnabledProtocol("TLSv1.3")
                    .addEnabledProtocol("TLSv1.2")
                    .enabledCipherSuites(SUITES);
            if (authorities != null) {
                tls.clientAuth(TlsClientAuth.REQUIRED).trust(authorities);
            }
            return tls.build();
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "no certificate and PKCS#8 key in " + certificate + " and " + key + ": " + e.getMessage(), e);
        }
    }

    /** Reads the authorities that alone vouch for callers: Java's own are not among them. */
    private static List<X509Certificate> authorities(Path pem) {
        try (var in = Files.newInputStream(pem)) {
            var found = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (found.isEmpty()) {
                throw new IllegalArgumentException(pem + " contains no certificate. Check --tls-client-ca.");
            }
            return found;
        } catch (IOException | CertificateException e) {
            throw new IllegalArgumentException(
                    "The authority of callers cannot be read from " + pem + ". Check --tls-client-ca.", e);
        }
    }

    /** Checks for changes every few seconds. If the files cannot be read, the previous certificate remains in use. */
    public RepeatedTask watch(Consumer<Tls> renewed) {
        var seen = new FileTime[] {changed()};
        Runnable look = () -> {
            try {
                var now = changed();
                if (!now.equals(seen[0])) {
                    renewed.accept(tls());
                    seen[0] = now;
                    LOG.info("now using certificate {}", certificate);
                }
            } catch (RuntimeException e) {
                LOG.warn(
                        "certificate {} was changed but cannot be used; the previous one remains in use",
                        certificate,
                        e);
            }
        };
        return RepeatedTask.start("certificates", EVERY, look);
    }

    private FileTime changed() {
        try {
            var newest = Files.getLastModifiedTime(certificate);
            for (var other : clientAuthority == null ? List.of(key) : List.of(key, clientAuthority)) {
                var changed = Files.getLastModifiedTime(other);
                newest = newest.compareTo(changed) > 0 ? newest : changed;
            }
            return newest;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
