package dev.operatorkit.simulator.wallet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.TlsVerdict;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import javax.net.ServerSocketFactory;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustTest {
    private static final Clock CLOCK = Clock.systemUTC();
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofSeconds(1);
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
                        Trust.of(authority, CLOCK))) {
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
    void a_server_without_tls_is_reported_as_such() throws IOException {
        assertThat(verdict(ServerSocketFactory.getDefault(), null, SHORT)).isEqualTo(TlsVerdict.NO_HANDSHAKE);
    }

    @Test
    void a_file_without_a_certificate_is_refused() throws IOException {
        var empty = Files.writeString(folder.resolve("empty.pem"), "");
        org.assertj.core.api.Assertions.assertThatIllegalArgumentException()
                .isThrownBy(() -> Trust.withAuthority(empty, Clock.fixed(Instant.EPOCH, java.time.ZoneOffset.UTC)));
    }
}
