package dev.operatorkit.simulator.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.ClientCertificate;
import dev.operatorkit.conformance.transport.TlsVerdict;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLServerSocket;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies whose certificates are trusted, with which verdict, and our own certificate (GEN-1). */
class CertificatesTest {
    private static final Clock CLOCK = Clock.systemUTC();
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final HeldCertificate AUTHORITY = new HeldCertificate.Builder()
            .certificateAuthority(1)
            .commonName("own authority")
            .build();

    @TempDir
    Path folder;

    private static HeldCertificate.Builder leaf() {
        return new HeldCertificate.Builder().signedBy(AUTHORITY).addSubjectAlternativeName("127.0.0.1");
    }

    private TlsVerdict verdict(HeldCertificate served, boolean authorityGiven) throws IOException {
        var factory = new HandshakeCertificates.Builder()
                .heldCertificate(served)
                .build()
                .sslContext()
                .getServerSocketFactory();
        return verdict(factory, authorityGiven ? pem() : null, LONG);
    }

    private Path pem() throws IOException {
        return Files.writeString(folder.resolve("authority.pem"), AUTHORITY.certificatePem());
    }

    private static TlsVerdict verdict(ServerSocketFactory factory, @Nullable Path authority, Duration limit)
            throws IOException {
        try (var server = new RawServer(
                        factory, (request, out, socket) -> out.write(RawServer.json(200, "{}")), true, 0);
                var caller = new WalletCaller(
                        WalletAddress.parse("https://127.0.0.1:" + server.port()),
                        SecretKeys.of("a-secret-for-these-tests"),
                        CLOCK,
                        new CallLimits(limit, limit, 1024, 1024),
                        TargetPolicy.LOOPBACK,
                        authority == null
                                ? TrustedCertificates.system(CLOCK)
                                : TrustedCertificates.systemAnd(authority, CLOCK))) {
            var exchange = caller.call(CallbackWriter.complete().lookup("p", "t"));
            var verdict = caller.tlsVerdict();
            assertThat(exchange.result() instanceof Answered).isEqualTo(verdict == TlsVerdict.VALID);
            // A server without TLS takes the first bytes of a handshake for a request of some kind.
            assertThat(server.received)
                    .filteredOn(received -> received.method().equals("GET"))
                    .hasSize(verdict == TlsVerdict.VALID ? 1 : 0);
            return verdict;
        }
    }

    @Test
    void a_certificate_signed_by_the_given_authority_is_valid() throws IOException {
        assertThat(verdict(leaf().build(), true)).isEqualTo(TlsVerdict.VALID);
    }

    @Test
    void a_certificate_signed_by_an_unknown_authority_is_not_trusted() throws IOException {
        assertThat(verdict(leaf().build(), false)).isEqualTo(TlsVerdict.UNKNOWN_AUTHORITY);
    }

    @Test
    void a_self_signed_certificate_is_reported_as_self_signed() throws IOException {
        var own = new HeldCertificate.Builder()
                .addSubjectAlternativeName("127.0.0.1")
                .build();
        assertThat(verdict(own, true)).isEqualTo(TlsVerdict.SELF_SIGNED);
    }

    @Test
    void an_expired_or_not_yet_valid_certificate_is_reported_as_such() throws IOException {
        var now = CLOCK.millis();
        var day = Duration.ofDays(1).toMillis();
        assertThat(verdict(leaf().validityInterval(now - 2 * day, now - day).build(), true))
                .isEqualTo(TlsVerdict.EXPIRED);
        assertThat(verdict(leaf().validityInterval(now + day, now + 2 * day).build(), true))
                .isEqualTo(TlsVerdict.NOT_YET_VALID);
    }

    @Test
    void a_certificate_for_another_host_is_reported_as_such() throws IOException {
        var other = new HeldCertificate.Builder()
                .signedBy(AUTHORITY)
                .addSubjectAlternativeName("wallet.example")
                .build();
        assertThat(verdict(other, true)).isEqualTo(TlsVerdict.WRONG_HOST);
    }

    @Test
    void a_file_without_a_certificate_is_refused() throws IOException {
        var empty = Files.writeString(folder.resolve("empty.pem"), "");
        assertThatIllegalArgumentException().isThrownBy(() -> TrustedCertificates.systemAnd(empty, CLOCK));
    }

    /** Serves with a certificate of the authority, to callers that have one too. */
    private static ServerSocketFactory demandingCertificates() {
        var sockets = new HandshakeCertificates.Builder()
                .heldCertificate(leaf().build())
                .addTrustedCertificate(AUTHORITY.certificate())
                .build()
                .sslContext()
                .getServerSocketFactory();
        return new ServerSocketFactory() {
            @Override
            public ServerSocket createServerSocket() throws IOException {
                var socket = (SSLServerSocket) sockets.createServerSocket();
                socket.setNeedClientAuth(true);
                return socket;
            }

            @Override
            public ServerSocket createServerSocket(int port) {
                throw new UnsupportedOperationException("unused");
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog) {
                throw new UnsupportedOperationException("unused");
            }

            @Override
            public ServerSocket createServerSocket(int port, int backlog, InetAddress address) {
                throw new UnsupportedOperationException("unused");
            }
        };
    }

    private boolean isAnsweredWith(@Nullable ClientCertificate client) throws IOException {
        try (var server = new RawServer(
                        demandingCertificates(),
                        (request, out, socket) -> out.write(RawServer.json(200, "{}")),
                        true,
                        0);
                var caller = new WalletCaller(
                        WalletAddress.parse("https://127.0.0.1:" + server.port()),
                        SecretKeys.of("a-secret-for-these-tests"),
                        CLOCK,
                        new CallLimits(LONG, LONG, 1024, 1024),
                        TargetPolicy.LOOPBACK,
                        TrustedCertificates.systemAnd(pem(), CLOCK).withClient(client))) {
            return caller.call(CallbackWriter.complete().lookup("p", "t")).result() instanceof Answered;
        }
    }

    @Test
    void a_wallet_that_asks_for_a_certificate_answers_only_a_caller_that_has_one() throws IOException {
        var own = leaf().build();
        var foreign = new HeldCertificate.Builder().build();
        assertThat(isAnsweredWith(client(own))).isTrue();
        assertThat(isAnsweredWith(client(foreign))).isFalse();
        assertThat(isAnsweredWith(null)).isFalse();
    }

    private @Nullable ClientCertificate client(HeldCertificate held) throws IOException {
        return ClientCertificate.read(
                Files.writeString(folder.resolve("client.pem"), held.certificatePem()),
                Files.writeString(folder.resolve("client.key"), held.privateKeyPkcs8Pem()));
    }

    @Test
    void a_client_certificate_without_its_key_is_refused() throws IOException {
        var certificate =
                Files.writeString(folder.resolve("client.pem"), leaf().build().certificatePem());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClientCertificate.read(certificate, null))
                .withMessageContaining("--client-cert needs --client-key");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClientCertificate.read(certificate, certificate))
                .withMessageContaining("Check --client-cert and --client-key");
        assertThat(ClientCertificate.read(null, null)).isNull();
    }
}
