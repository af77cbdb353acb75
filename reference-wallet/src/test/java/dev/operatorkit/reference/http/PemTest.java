package dev.operatorkit.reference.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.http.guard.GuardedServer;
import dev.operatorkit.simulator.SimulatorClock;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests TLS from PEM files, which are reloaded when they change (GEN-1). */
class PemTest {
    private final HeldCertificate authority =
            new HeldCertificate.Builder().certificateAuthority(0).build();
    private final SSLSocketFactory trusting = new HandshakeCertificates.Builder()
            .addTrustedCertificate(authority.certificate())
            .build()
            .sslSocketFactory();

    private static final int READ_TIMEOUT_MILLIS = 20_000;
    private static final int SILENT_SOCKETS = 60;

    /** Announces a record of 512 bytes, and begins a ClientHello. */
    private static final byte[] HALF_A_HELLO = HexFormat.of().parseHex("1603010200010001fc0303");

    @TempDir
    private Path folder;

    @Test
    @SuppressWarnings("try") // the watcher only runs
    void a_renewed_certificate_is_used_once_its_key_is_there_too_and_a_broken_one_is_ignored() throws Exception {
        var pem = write(1);
        var first = Files.getLastModifiedTime(pem.key());
        try (var server = start(pem);
                var watcher = pem.watch(Clock.systemUTC(), server::reload)) {
            Files.writeString(pem.key(), "no key at all");
            assertThatThrownBy(() -> pem.tls(Clock.systemUTC()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("key.pem");
            assertThat(served(server.port())).isEqualTo(BigInteger.ONE);
            write(2);
            // A renewed file may be older than the one that it replaces.
            Files.setLastModifiedTime(pem.certificate(), FileTime.from(Instant.ofEpochSecond(1000)));
            Files.setLastModifiedTime(pem.key(), first);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> served(server.port()).equals(BigInteger.TWO));
        }
    }

    @Test
    void a_key_of_another_certificate_is_rejected() throws Exception {
        var pem = write(1);
        var others = List.of(
                new HeldCertificate.Builder().ecdsa256().build(),
                new HeldCertificate.Builder().rsa2048().build());
        for (var other : others) {
            Files.writeString(pem.key(), other.privateKeyPkcs8Pem());
            assertThatThrownBy(() -> pem.tls(Clock.systemUTC()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("certificate.pem")
                    .hasMessageContaining("key.pem")
                    .hasMessageContaining("belong");
        }
        for (var own : others) {
            Files.writeString(pem.key(), own.privateKeyPkcs8Pem());
            Files.writeString(pem.certificate(), own.certificatePem());
            assertThatCode(() -> pem.tls(Clock.systemUTC())).doesNotThrowAnyException();
        }
    }

    @Test
    void a_chain_that_does_not_begin_with_the_servers_own_certificate_is_rejected() throws Exception {
        var pem = write(1);
        Files.writeString(pem.certificate(), authority.certificatePem() + Files.readString(pem.certificate()));
        assertThatThrownBy(() -> pem.tls(Clock.systemUTC()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("first certificate");
    }

    @Test
    void a_certificate_that_is_not_valid_now_or_expires_soon_is_named_in_the_log() {
        var now = Instant.parse("2026-11-23T12:00:00Z");
        assertThat(Pem.findProblem(certificate(now.minusSeconds(3600), now.plus(Duration.ofDays(90))), now))
                .isEmpty();
        assertThat(Pem.findProblem(certificate(now.minusSeconds(3600), now.plus(Duration.ofDays(6))), now))
                .hasValueSatisfying(problem -> assertThat(problem).contains("expires at 2026-11-29T12:00:00Z"));
        assertThat(Pem.findProblem(certificate(now.minusSeconds(3600), now.minusSeconds(60)), now))
                .hasValueSatisfying(problem -> assertThat(problem).contains("expired at 2026-11-23T11:59:00Z"));
        assertThat(Pem.findProblem(certificate(now.plusSeconds(60), now.plus(Duration.ofDays(90))), now))
                .hasValueSatisfying(problem -> assertThat(problem).contains("is valid from 2026-11-23T12:01:00Z on"));
    }

    @Test
    void a_certificate_is_read_once_a_day_which_warns_of_one_that_expires() throws Exception {
        var clock = new SimulatorClock(Clock.systemUTC());
        var readings = new AtomicInteger();
        var watcher = write(1).watch(clock, renewed -> readings.incrementAndGet());
        try {
            clock.forward(Duration.ofDays(1));
            await().atMost(Duration.ofMinutes(1)).until(() -> readings.get() == 1);
        } finally {
            watcher.close();
        }
    }

    private static X509Certificate certificate(Instant from, Instant to) {
        return new HeldCertificate.Builder()
                .validityInterval(from.toEpochMilli(), to.toEpochMilli())
                .build()
                .certificate();
    }

    private static GuardedServer start(Pem pem) {
        var options = new GuardedServer.Options("127.0.0.1", 0)
                .tls(pem.tls(Clock.systemUTC()))
                .maxBodyBytes(1024)
                .maxConcurrentRequests(100)
                .requestTimeout(Duration.ofSeconds(2))
                .idleTimeout(Duration.ofSeconds(30));
        return GuardedServer.start(options, routes -> routes.get("/", (request, response) -> response.send("served")));
    }

    /** Returns the suite that a connection agrees on, if the client offers only this protocol and suite. */
    private String agree(int port, String protocol, String suite) throws IOException {
        try (var socket = (SSLSocket) trusting.createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.setEnabledProtocols(new String[] {protocol});
            socket.setEnabledCipherSuites(new String[] {suite});
            socket.startHandshake();
            return socket.getSession().getCipherSuite();
        }
    }

    @Test
    void only_suites_with_forward_secrecy_and_authenticated_encryption_are_agreed_on() throws Exception {
        var refused = new ArrayList<String>();
        try (var server = start(write(1))) {
            for (var suite : ((SSLSocketFactory) SSLSocketFactory.getDefault()).getSupportedCipherSuites()) {
                var protocol = suite.contains("_WITH_") ? "TLSv1.2" : "TLSv1.3";
                try {
                    assertThat(Pem.SUITES).contains(agree(server.port(), protocol, suite));
                } catch (IOException e) {
                    refused.add(suite);
                }
            }
            assertThat(agree(server.port(), "TLSv1.3", "TLS_AES_256_GCM_SHA384"))
                    .isEqualTo("TLS_AES_256_GCM_SHA384");
            assertThat(agree(server.port(), "TLSv1.2", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"))
                    .isEqualTo("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256");
            assertThat(refused).contains("TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 11})
    void h2_clients_that_never_complete_the_handshake_are_disconnected_while_others_are_served(int sent)
            throws Exception {
        try (var server = start(write(1))) {
            var silent = new ArrayList<Socket>();
            for (var i = 0; i < SILENT_SOCKETS; i++) {
                var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                socket.setSoTimeout(READ_TIMEOUT_MILLIS);
                socket.getOutputStream().write(HALF_A_HELLO, 0, sent);
                silent.add(socket);
            }
            await().ignoreExceptions().until(() -> served(server.port()).equals(BigInteger.ONE));
            for (var socket : silent) {
                try (socket) {
                    assertThat(socket.getInputStream().read()).isNegative();
                } catch (SocketException e) {
                    // reset
                }
            }
        }
    }

    /** Name servers that the caller chooses could hold one of the few threads that carry all connections. */
    @Test
    void h2_no_connection_causes_a_reverse_dns_lookup_of_its_client() throws Exception {
        InetAddress.getByAddress(new byte[] {127, 0, 0, 8}).getCanonicalHostName();
        assertThat(RecordedLookups.addresses()).contains("127.0.0.8");
        var caller = InetAddress.getByAddress(new byte[] {127, 0, 0, 9});
        try (var server = start(write(1));
                var socket = (SSLSocket) trusting.createSocket("127.0.0.1", server.port(), caller, 0)) {
            socket.startHandshake();
        }
        assertThat(RecordedLookups.addresses()).doesNotContain("127.0.0.9");
    }

    /** Returns what a caller with these certificates reads; an IOException if the handshake fails, at the latest at the answer. */
    private static String call(int port, HandshakeCertificates certificates) throws IOException {
        try (var socket =
                (SSLSocket) certificates.sslSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.startHandshake();
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            if (answer.isEmpty()) {
                throw new IOException("closed");
            }
            return answer;
        }
    }

    private HandshakeCertificates.Builder caller() {
        return new HandshakeCertificates.Builder().addTrustedCertificate(authority.certificate());
    }

    @Test
    void with_an_authority_for_callers_only_its_certificates_get_an_answer() throws Exception {
        var callers = new HeldCertificate.Builder().certificateAuthority(0).build();
        var known = new HeldCertificate.Builder().signedBy(callers).build();
        var expired = new HeldCertificate.Builder()
                .signedBy(callers)
                .validityInterval(0, 1)
                .build();
        var foreign = new HeldCertificate.Builder().signedBy(authority).build();
        var file = Files.writeString(folder.resolve("callers.pem"), callers.certificatePem());
        var plain = write(1);
        try (var server = start(new Pem(plain.certificate(), plain.key(), file))) {
            var certified =
                    caller().heldCertificate(known, callers.certificate()).build();
            assertThat(call(server.port(), certified))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("served");
            assertThatThrownBy(() -> call(server.port(), caller().build())).isInstanceOf(IOException.class);
            for (var wrong : List.of(foreign, expired)) {
                var caller = caller().heldCertificate(wrong).build();
                assertThatThrownBy(() -> call(server.port(), caller)).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void a_missing_or_empty_authority_for_callers_stops_the_start() throws Exception {
        var plain = write(1);
        var empty = Files.writeString(folder.resolve("empty.pem"), "");
        for (var file : List.of(empty, folder.resolve("missing.pem"))) {
            assertThatThrownBy(() -> new Pem(plain.certificate(), plain.key(), file).tls(Clock.systemUTC()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(file.toString());
        }
    }

    private Pem write(long serial) throws IOException {
        var held = new HeldCertificate.Builder()
                .serialNumber(serial)
                .addSubjectAlternativeName("localhost")
                .signedBy(authority)
                .build();
        var pem = new Pem(folder.resolve("certificate.pem"), folder.resolve("key.pem"), null);
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
