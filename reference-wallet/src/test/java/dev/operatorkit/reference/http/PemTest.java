package dev.operatorkit.reference.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.http.guard.GuardedServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests TLS from PEM files, which are reloaded when they change (GEN-1). */
class PemTest {
    private final HeldCertificate authority =
            new HeldCertificate.Builder().certificateAuthority(0).build();
    private final SSLSocketFactory trusting = new HandshakeCertificates.Builder()
            .addTrustedCertificate(authority.certificate())
            .build()
            .sslSocketFactory();

    @TempDir
    private Path folder;

    @Test
    void a_renewed_certificate_is_used_without_a_restart_and_a_broken_one_is_ignored() throws Exception {
        var pem = write(1);
        var options = new GuardedServer.Options("127.0.0.1", 0)
                .tls(pem.tls())
                .maxBodyBytes(1024)
                .maxConcurrentRequests(8)
                .requestTimeout(Duration.ofSeconds(30))
                .idleTimeout(Duration.ofSeconds(30));
        var server = GuardedServer.start(options, routes -> {});
        var watcher = pem.watch(server::reload);
        try {
            assertThat(served(server.port())).isEqualTo(BigInteger.ONE);
            Files.writeString(folder.resolve("key.pem"), "no key at all");
            write(2);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> served(server.port()).equals(BigInteger.TWO));
            assertThat(served(server.port())).isEqualTo(BigInteger.TWO);
        } finally {
            watcher.close();
            server.close();
        }
    }

    @Test
    void an_invalid_private_key_is_rejected_with_the_name_of_its_file() throws Exception {
        var pem = write(1);
        Files.writeString(pem.key(), "no key at all");
        assertThatThrownBy(pem::tls)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("key.pem");
    }

    private Pem write(long serial) throws IOException {
        var held = new HeldCertificate.Builder()
                .serialNumber(serial)
                .addSubjectAlternativeName("localhost")
                .signedBy(authority)
                .build();
        var pem = new Pem(folder.resolve("certificate.pem"), folder.resolve("key.pem"));
        Files.writeString(pem.certificate(), held.certificatePem());
        Files.writeString(pem.key(), held.privateKeyPkcs8Pem());
        // A file system may keep seconds alone, and the test is faster than one.
        var stamp = FileTime.from(Instant.ofEpochSecond(1_800_000_000 + serial));
        Files.setLastModifiedTime(pem.key(), stamp);
        return pem;
    }

    private BigInteger served(int port) throws IOException {
        try (var socket = (SSLSocket) trusting.createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
        }
    }
}
