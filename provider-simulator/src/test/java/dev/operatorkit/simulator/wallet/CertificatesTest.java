package dev.operatorkit.simulator.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.ClientCertificate;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.transport.WireResult;
import dev.operatorkit.conformance.transport.WireResult.Answered;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.raw.RawServer;
import dev.operatorkit.signing.SecretKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
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

    private static RawServer.Sockets sockets(HeldCertificate served, boolean needsClient) {
        var sockets = new HandshakeCertificates.Builder()
                .heldCertificate(served)
                .addTrustedCertificate(AUTHORITY.certificate())
                .build()
                .sslContext()
                .getServerSocketFactory();
        return () -> {
            var socket = (SSLServerSocket) sockets.createServerSocket();
            socket.setNeedClientAuth(needsClient);
            return socket;
        };
    }

    private TrustedCertificates trust() throws IOException {
        var pem = Files.writeString(folder.resolve("authority.pem"), AUTHORITY.certificatePem());
        return TrustedCertificates.systemAnd(pem, CLOCK);
    }

    /** Calls a server and returns why it did not answer, or "answered". */
    private static String call(RawServer.Sockets sockets, TrustedCertificates trust) throws IOException {
        try (var server = new RawServer(
                        sockets,
                        (request, socket) -> socket.getOutputStream().write(RawServer.json(200, "{}")),
                        true,
                        0);
                var caller = new WalletCaller(
                        WalletAddress.parse("https://127.0.0.1:" + server.port()),
                        SecretKeys.of("a-secret-for-these-tests"),
                        CLOCK,
                        new CallLimits(LONG, LONG, 1024, 1024),
                        TargetPolicy.LOOPBACK,
                        trust)) {
            var exchange = caller.call(CallbackWriter.complete().lookup("p", "t"));
            var isAnswered = exchange.result() instanceof Answered;
            assertThat(server.received).hasSize(isAnswered ? 1 : 0);
            return exchange.result() instanceof WireResult.NoResponse none ? none.detail() : "answered";
        }
    }

    private String verdict(HeldCertificate.Builder served) throws IOException {
        return call(sockets(served.build(), false), trust());
    }

    @Test
    void a_certificate_signed_by_the_given_authority_is_valid() throws IOException {
        assertThat(verdict(leaf())).isEqualTo("answered");
        assertThat(call(sockets(leaf().build(), false), TrustedCertificates.system(CLOCK)))
                .startsWith("the certificate's authority is not trusted");
    }

    @Test
    void a_self_signed_certificate_is_reported_as_self_signed() throws IOException {
        assertThat(verdict(new HeldCertificate.Builder().addSubjectAlternativeName("127.0.0.1")))
                .startsWith("the certificate is self-signed");
    }

    @Test
    void gen_1_the_suite_fails_the_case_of_the_certificate_and_skips_all_others() throws Exception {
        try (var wallet = new FakeWallet(sockets(leaf().build(), false), true, 0)) {
            var config = SuiteConfig.of(
                    "https://127.0.0.1:" + wallet.port() + "/wallet",
                    FakeWallet.SECRET,
                    List.of("token-1"),
                    Plans.full());
            var outcome = new SuiteRunner(config, Progress.none()).run();
            assertThat(outcome.failed())
                    .singleElement()
                    .satisfies(result -> assertThat(result.testCase().id() + " " + result.detail())
                            .startsWith("certificate-is-valid GEN-1")
                            .contains("TLS handshake failed"));
            assertThat(outcome.summary().get(Verdict.SKIPPED))
                    .isEqualTo(outcome.results().size() - 1L);
            var pem = Files.writeString(folder.resolve("only.pem"), AUTHORITY.certificatePem());
            var trusting = config.withCertificateAuthority(pem).only(List.of("player-*"));
            assertThat(new SuiteRunner(trusting, Progress.none()).run().aborted())
                    .isEmpty();
        }
    }

    @Test
    void a_certificate_of_another_time_or_host_is_reported_as_such() throws IOException {
        var now = CLOCK.millis();
        var day = Duration.ofDays(1).toMillis();
        assertThat(verdict(leaf().validityInterval(now - 2 * day, now - day)))
                .startsWith("the certificate has expired");
        assertThat(verdict(leaf().validityInterval(now + day, now + 2 * day)))
                .startsWith("the certificate is not valid yet");
        assertThat(verdict(new HeldCertificate.Builder().signedBy(AUTHORITY).addSubjectAlternativeName("a.example")))
                .startsWith("the certificate belongs to another host");
    }

    @Test
    void a_wallet_that_asks_for_a_certificate_answers_only_a_caller_that_has_one() throws IOException {
        var foreign = new HeldCertificate.Builder().build();
        var demanding = sockets(leaf().build(), true);
        assertThat(call(demanding, trust().withClient(client(leaf().build())))).isEqualTo("answered");
        assertThat(call(demanding, trust().withClient(client(foreign)))).isNotEqualTo("answered");
        assertThat(call(demanding, trust())).isNotEqualTo("answered");
    }

    private @Nullable ClientCertificate client(HeldCertificate held) throws IOException {
        return ClientCertificate.read(
                Files.writeString(folder.resolve("client.pem"), held.certificatePem()),
                Files.writeString(folder.resolve("client.key"), held.privateKeyPkcs8Pem()));
    }

    @Test
    void a_file_without_a_certificate_or_key_is_refused() throws IOException {
        var empty = Files.writeString(folder.resolve("empty.pem"), "");
        assertThatIllegalArgumentException().isThrownBy(() -> TrustedCertificates.systemAnd(empty, CLOCK));
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
