package dev.operatorkit.reference.http;

import dev.operatorkit.schedule.RepeatedTask;
import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.tls.Tls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads a certificate chain and its key from PEM files (GEN-1), and reloads them when they change, without a restart.
 *
 * @param certificate the file with the chain, the server's own certificate first
 * @param key the file with the unencrypted PKCS#8 key
 */
public record Pem(Path certificate, Path key) {
    private static final Logger LOG = LoggerFactory.getLogger(Pem.class);
    private static final Duration EVERY = Duration.ofSeconds(2);

    /** Loads both, or throws an exception with a readable message if they are not a certificate and its key. */
    public Tls tls() {
        try {
            var keys = Keys.builder()
                    .pem(pem -> pem.key(Resource.create(key)).certChain(Resource.create(certificate)))
                    .build();
            return Tls.builder()
                    .privateKey(keys)
                    .privateKeyCertChain(keys)
                    .addEnabledProtocol("TLSv1.3")
                    .addEnabledProtocol("TLSv1.2")
                    .build();
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "no certificate and PKCS#8 key in " + certificate + " and " + key + ": " + e.getMessage(), e);
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
            var one = Files.getLastModifiedTime(certificate);
            var other = Files.getLastModifiedTime(key);
            return one.compareTo(other) > 0 ? one : other;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
