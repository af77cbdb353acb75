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
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
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
    /** Lists the suites with forward secrecy and authenticated encryption, which alone are allowed. */
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
    private static final Duration RELOAD_INTERVAL = Duration.ofSeconds(2);
    private static final Duration EXPIRY_WARNING = Duration.ofDays(14);
    private static final Duration EXPIRY_CHECK_INTERVAL = Duration.ofDays(1);

    /** Loads both, and warns if the certificate is not valid now or soon; or throws an exception with a readable message if they are not a certificate and its key. */
    public Tls tls(Clock clock) {
        var authorities = clientAuthority == null ? null : authorities(clientAuthority);
        try {
            var keys = Keys.builder()
                    .pem(pem -> pem.key(Resource.create(key)).certChain(Resource.create(certificate)))
                    .build();
            var own = keys.certChain().get(0);
            requireMatch(own, keys.privateKey().orElseThrow());
            findProblem(own, clock.instant()).ifPresent(problem -> LOG.warn("certificate {} {}", certificate, problem));
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
        } catch (RuntimeException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "no certificate and PKCS#8 key in " + certificate + " and " + key + ": " + e.getMessage(), e);
        }
    }

    /** Throws an exception unless this key signs what the certificate verifies. Without this check, every handshake would fail. */
    private static void requireMatch(X509Certificate own, PrivateKey key) throws GeneralSecurityException {
        if (!isMatch(own.getPublicKey(), key)) {
            throw new IllegalArgumentException("the key does not belong to the first certificate, which must be the"
                    + " server's own (" + own.getSubjectX500Principal() + ")");
        }
    }

    private static boolean isMatch(PublicKey certified, PrivateKey key) throws GeneralSecurityException {
        if (certified instanceof RSAKey one && key instanceof RSAKey other) {
            return one.getModulus().equals(other.getModulus());
        }
        if (!certified.getAlgorithm().equals(key.getAlgorithm())) {
            return false;
        }
        var signature = Signature.getInstance(key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : key.getAlgorithm());
        signature.initSign(key);
        var made = signature.sign();
        signature.initVerify(certified);
        return signature.verify(made);
    }

    /** Returns why callers reject this certificate, or will soon; empty if they do not. */
    static Optional<String> findProblem(X509Certificate own, Instant now) {
        var from = own.getNotBefore().toInstant();
        var to = own.getNotAfter().toInstant();
        if (now.isBefore(from)) {
            return Optional.of("is valid from " + from + " on. Check the clock, or callers reject it until then.");
        }
        if (now.isBefore(to.minus(EXPIRY_WARNING))) {
            return Optional.empty();
        }
        return Optional.of((now.isBefore(to) ? "expires at " : "expired at ") + to
                + ". Replace it and its key; no restart is needed.");
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

    /**
     * Checks for changes every few seconds. If the files cannot be read, the previous certificate remains in use. Reads them once a day
     * too, which warns of one that expires soon.
     */
    public RepeatedTask watch(Clock clock, Consumer<Tls> renewed) {
        var seen = new AtomicReference<>(changed());
        var checked = new AtomicReference<>(clock.instant());
        Runnable check = () -> {
            try {
                var now = changed();
                var isDue = !clock.instant().isBefore(checked.get().plus(EXPIRY_CHECK_INTERVAL));
                if (isDue || !now.equals(seen.get())) {
                    renewed.accept(tls(clock));
                    seen.set(now);
                    checked.set(clock.instant());
                    LOG.info("now using certificate {}", certificate);
                }
            } catch (RuntimeException e) {
                LOG.warn(
                        "certificate {} was changed but cannot be used; the previous one remains in use",
                        certificate,
                        e);
            }
        };
        return RepeatedTask.start("certificates", RELOAD_INTERVAL, check);
    }

    /** Returns the times of all files, since a renewed one may be older than another. */
    private List<FileTime> changed() {
        try {
            List<FileTime> times = new ArrayList<>();
            for (var file :
                    clientAuthority == null ? List.of(certificate, key) : List.of(certificate, key, clientAuthority)) {
                times.add(Files.getLastModifiedTime(file));
            }
            return times;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
