package dev.operatorkit.reference.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.http.guard.GuardedServer;
import io.helidon.common.tls.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that clients that connect and send no request are cut off before, during and after the handshake (fault matrix H2). */
class SilentSocketsTest {
    private static final int READ_TIMEOUT_MILLIS = 20_000;
    private static final int SILENT_SOCKETS = 60;
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: wallet\r\n\r\n";

    /** A record of 512 bytes is announced, and the beginning of a ClientHello. */
    private static final byte[] HALF_A_HELLO = HexFormat.of().parseHex("1603010200010001fc0303");

    @TempDir
    private Path folder;

    private final HeldCertificate certificate =
            new HeldCertificate.Builder().addSubjectAlternativeName("127.0.0.1").build();

    private static GuardedServer start(@Nullable Tls tls) {
        return start(tls, Duration.ofMillis(700));
    }

    private static GuardedServer start(@Nullable Tls tls, Duration deadline) {
        var options = new GuardedServer.Options("127.0.0.1", 0)
                .tls(tls)
                .maxBodyBytes(2_000_000)
                .maxConcurrentRequests(100)
                .requestTimeout(deadline)
                .idleTimeout(Duration.ofMillis(READ_TIMEOUT_MILLIS));
        return GuardedServer.start(options, routes -> routes.any("/*", (request, response) -> response.send("done")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "P", "GET / HTTP/1.1\r\nHost: wal", "GET / HTTP/1.1\r\nHost: wallet\r\n"})
    void h2_clients_that_send_nothing_or_an_incomplete_head_are_all_disconnected(String beginning) throws Exception {
        try (var server = start(null)) {
            assertAllClosed(connect(server.port(), beginning.getBytes(US_ASCII)));
            assertAnswered(() -> new Socket(InetAddress.getLoopbackAddress(), server.port()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 11})
    void h2_clients_that_never_complete_the_tls_handshake_are_all_disconnected(int sent) throws Exception {
        try (var server = start(pem().tls(Clock.systemUTC()))) {
            var hello = new byte[sent];
            System.arraycopy(HALF_A_HELLO, 0, hello, 0, sent);
            assertAllClosed(connect(server.port(), hello));
            assertAnswered(() -> overTls(server.port()));
        }
    }

    @Test
    void h2_clients_that_send_nothing_after_the_tls_handshake_are_all_disconnected() throws Exception {
        // The handshake counts too, and a busy machine may take long for it.
        try (var server = start(pem().tls(Clock.systemUTC()), Duration.ofSeconds(2))) {
            List<Socket> silent = new ArrayList<>();
            for (var i = 0; i < SILENT_SOCKETS; i++) {
                var socket = overTls(server.port());
                socket.startHandshake();
                silent.add(socket);
            }
            assertAllClosed(silent);
            assertAnswered(() -> overTls(server.port()));
        }
    }

    /** Name servers that the caller chooses could hold one of the few threads that carry all connections. */
    @Test
    void h2_no_connection_causes_a_reverse_dns_lookup_of_its_client() throws Exception {
        var recorded = InetAddress.getByAddress(new byte[] {127, 0, 0, 8});
        recorded.getCanonicalHostName();
        assertThat(RecordedLookups.addresses()).contains("127.0.0.8");
        var caller = InetAddress.getByAddress(new byte[] {127, 0, 0, 9});
        try (var plain = start(null);
                var tls = start(pem().tls(Clock.systemUTC()))) {
            assertAnswered(() -> new Socket("127.0.0.1", plain.port(), caller, 0));
            assertAnswered(() -> trusting().createSocket("127.0.0.1", tls.port(), caller, 0));
        }
        assertThat(RecordedLookups.addresses()).doesNotContain("127.0.0.9");
    }

    private static List<Socket> connect(int port, byte[] sent) throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (var i = 0; i < SILENT_SOCKETS; i++) {
            var socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.getOutputStream().write(sent);
            sockets.add(socket);
        }
        return sockets;
    }

    private SSLSocket overTls(int port) throws IOException {
        return (SSLSocket) trusting().createSocket("127.0.0.1", port);
    }

    private SSLSocketFactory trusting() {
        return new HandshakeCertificates.Builder()
                .addTrustedCertificate(certificate.certificate())
                .build()
                .sslSocketFactory();
    }

    private Pem pem() throws IOException {
        var chain = folder.resolve("wallet.pem");
        var key = folder.resolve("wallet.key");
        Files.writeString(chain, certificate.certificatePem());
        Files.writeString(key, certificate.privateKeyPkcs8Pem());
        return new Pem(chain, key, null);
    }

    /** Each sees an end, however many there are; a time-out would be thrown. */
    private static void assertAllClosed(List<Socket> sockets) throws IOException {
        for (var socket : sockets) {
            try (socket) {
                socket.setSoTimeout(READ_TIMEOUT_MILLIS);
                socket.getInputStream().readAllBytes();
            } catch (SocketException | javax.net.ssl.SSLException e) {
                // reset, or no end of TLS: cut off too
            }
        }
    }

    /** Opens a connection. */
    private interface Connector {
        Socket connect() throws IOException;
    }

    /** Tries again if the deadline passed before this machine, which may be busy, had sent the request. */
    private static void assertAnswered(Connector connector) {
        await().ignoreExceptions().untilAsserted(() -> {
            try (var socket = connector.connect()) {
                socket.setSoTimeout(READ_TIMEOUT_MILLIS);
                socket.getOutputStream().write(REQUEST.getBytes(US_ASCII));
                var status = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
                assertThat(new String(status, US_ASCII)).isEqualTo("HTTP/1.1 200");
            }
        });
    }
}
