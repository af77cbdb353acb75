package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.operatorkit.raw.RawServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import okhttp3.ConnectionSpec;
import okhttp3.OkHttpClient;
import okhttp3.TlsVersion;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests GEN-1, with certificates that the test creates. */
class TlsTest {
    private static final HeldCertificate AUTHORITY = new HeldCertificate.Builder()
            .certificateAuthority(0)
            .commonName("tests")
            .build();

    @AutoClose
    private final Provider provider = new Provider();

    private URI over(HeldCertificate certificate) {
        provider.server.useHttps(new HandshakeCertificates.Builder()
                .heldCertificate(certificate)
                .build()
                .sslSocketFactory());
        provider.enqueue(200, Provider.NO_GAMES).enqueue(200, Provider.NO_GAMES);
        return URI.create("https://localhost:" + provider.server.getPort());
    }

    private static HeldCertificate.Builder signed() {
        return new HeldCertificate.Builder().signedBy(AUTHORITY);
    }

    private static OkHttpClient trusting() {
        var trust = new HandshakeCertificates.Builder()
                .addTrustedCertificate(AUTHORITY.certificate())
                .build();
        return new OkHttpClient.Builder()
                .sslSocketFactory(trust.sslSocketFactory(), trust.trustManager())
                .build();
    }

    @Test
    void a_valid_certificate_of_a_trusted_authority_is_accepted() {
        var base = over(signed().addSubjectAlternativeName("localhost").build());
        try (var api = provider.builder(base).okHttp(trusting()).build()) {
            assertThat(api.fetchCatalogue().games()).isEmpty();
        }
        assertThat(provider.takeRequest().getHandshake()).isNotNull();
    }

    static Stream<HeldCertificate> untrusted() {
        var past = Instant.now().minusSeconds(3600).toEpochMilli();
        return Stream.of(
                new HeldCertificate.Builder()
                        .addSubjectAlternativeName("localhost")
                        .build(),
                signed().addSubjectAlternativeName("localhost")
                        .validityInterval(past - 3_600_000, past)
                        .build(),
                signed().addSubjectAlternativeName("elsewhere.example").build());
    }

    @ParameterizedTest
    @MethodSource("untrusted")
    void a_certificate_of_its_own_authority_expired_or_of_another_host_is_refused(HeldCertificate certificate) {
        var failure = failure(
                provider.builder(over(certificate)).okHttp(trusting()),
                NoResponseException.class,
                CustomerApi::fetchCatalogue);
        assertThat(failure.isUnsent()).isTrue();
        assertThat(failure.isSafeToRetry()).isTrue();
        assertThat(failure.isTransient()).isFalse();
        assertThat(failure.code()).isEqualTo(ErrorCode.TLS_MISMATCH);
        assertThat(provider.server.getRequestCount()).isZero();
        // The next handshake would have the same certificate.
        assertThat(provider.pauses).isEmpty();
    }

    @Test
    void two_sides_without_a_common_protocol_connect_once() throws IOException {
        var certificate = signed().addSubjectAlternativeName("localhost").build();
        var context = new HandshakeCertificates.Builder()
                .heldCertificate(certificate)
                .build()
                .sslContext();
        RawServer.Sockets tls13 = () -> {
            var listener = (SSLServerSocket) context.getServerSocketFactory().createServerSocket();
            listener.setEnabledProtocols(new String[] {"TLSv1.3"});
            return listener;
        };
        assertThat(connections(
                        tls13, speaking(TlsVersion.TLS_1_2), false, socket -> ((SSLSocket) socket).startHandshake()))
                .isOne();
        // No protocol that this JVM still has enabled.
        assertThat(connections(ServerSocket::new, speaking(TlsVersion.TLS_1_0), false, socket -> {}))
                .isLessThanOrEqualTo(1);
    }

    private static OkHttpClient speaking(TlsVersion version) {
        var only = new ConnectionSpec.Builder(ConnectionSpec.MODERN_TLS)
                .tlsVersions(version)
                .build();
        return trusting().newBuilder().connectionSpecs(List.of(only)).build();
    }

    @Test
    void a_server_that_speaks_plain_http_is_connected_to_once() throws IOException {
        assertThat(connections(ServerSocket::new, trusting(), false, socket -> {
                    if (socket.getInputStream().read() >= 0) {
                        RawServer.write(socket, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
                    }
                }))
                .isOne();
    }

    @Test
    void a_handshake_that_the_network_breaks_off_is_retried() throws IOException {
        assertThat(connections(
                        ServerSocket::new,
                        trusting(),
                        true,
                        socket -> socket.getInputStream().read()))
                .isEqualTo(4);
    }

    /** Calls a server that has this handshake until the client gives up; returns the number of connections. */
    private int connections(
            RawServer.Sockets sockets, OkHttpClient http, boolean isTransient, RawServer.Conversation handshake) {
        try (var server = new RawServer(sockets, handshake);
                var api = provider.builder(URI.create("https://127.0.0.1:" + server.port()))
                        .okHttp(http)
                        .build()) {
            var failure = catchThrowableOfType(NoResponseException.class, api::fetchCatalogue);
            assertThat(failure.isUnsent()).isTrue();
            assertThat(failure.isTransient()).as(failure.toString()).isEqualTo(isTransient);
            assertThat(failure.code()).isEqualTo(isTransient ? ErrorCode.CONNECTION_FAILED : ErrorCode.TLS_MISMATCH);
            return server.accepted();
        }
    }

    @Test
    void a_handshake_that_stalls_ends_with_the_attempt() throws IOException {
        // The operating system accepts connections, and nothing responds.
        try (var silent = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
                var api = provider.builder(URI.create("https://localhost:" + silent.getLocalPort()))
                        .attemptTimeout(Duration.ofMillis(100))
                        .maxAttempts(1)
                        .build()) {
            var failure = catchThrowableOfType(NoResponseException.class, api::fetchCatalogue);
            assertThat(failure.isUnsent()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://provider.example", "http://192.0.2.1:9090/svc", "http://localhost.example"})
    void plain_http_to_another_machine_is_refused_unless_it_is_allowed(String base) {
        var builder = CustomerApi.builder(URI.create(base), "operator-1", Provider.KEYS);
        assertThat(catchThrowableOfType(IllegalArgumentException.class, builder::build))
                .hasMessageContaining("https");
        builder.allowPlainHttp().build().close();
    }
}
