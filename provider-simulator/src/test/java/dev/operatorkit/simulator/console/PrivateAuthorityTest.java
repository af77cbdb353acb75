package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.SigningSecret;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import dev.operatorkit.simulator.wallet.WalletAddress;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that runs of the console trust the authority of {@code serve --ca-cert}, as callbacks do (GEN-1). */
class PrivateAuthorityTest {
    private static final HeldCertificate AUTHORITY =
            new HeldCertificate.Builder().certificateAuthority(1).build();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @SuppressWarnings("NullAway.Init") // JUnit starts it
    private FakeWallet wallet;

    @BeforeEach
    void start() throws IOException {
        var certificate = new HeldCertificate.Builder()
                .signedBy(AUTHORITY)
                .addSubjectAlternativeName("127.0.0.1")
                .build();
        var sockets = new HandshakeCertificates.Builder()
                .heldCertificate(certificate)
                .build()
                .sslContext()
                .getServerSocketFactory();
        wallet = new FakeWallet(sockets, true, 0);
    }

    @AfterEach
    void stop() throws IOException {
        wallet.close();
    }

    @Test
    void suite_and_load_runs_trust_the_authority_of_the_ca_cert_option() throws Exception {
        var pem = Files.writeString(folder.resolve("authority.pem"), AUTHORITY.certificatePem());
        try (var simulator = simulator(TrustedCertificates.systemAnd(pem, Clock.systemUTC()))) {
            assertThat(certify(simulator)).contains("INCOMPLETE", "passed").doesNotContain("NOT CERTIFIED");
            post(simulator, "/load", "operator=demo&players=2&rounds=20&wallet=" + address());
            await().untilAsserted(
                            () -> assertThat(get(simulator, "/load/chart")).contains("The ledger balances"));
        }
    }

    @Test
    void without_the_authority_the_error_suggests_the_ca_cert_option() throws Exception {
        try (var simulator = simulator(TrustedCertificates.system(Clock.systemUTC()))) {
            assertThat(certify(simulator)).contains("TLS handshake failed", "--ca-cert");
        }
    }

    private String certify(Simulator simulator) throws IOException, InterruptedException {
        post(simulator, "/conformance", "operator=demo&token=token-1&token2=token-2&only=player-*&wallet=" + address());
        await().untilAsserted(() ->
                assertThat(get(simulator, "/conformance/1/progress")).contains("Open the report"));
        var report = get(simulator, "/conformance/1/report.html");
        return get(simulator, "/conformance/1/progress") + report;
    }

    private Simulator simulator(TrustedCertificates trust) {
        return Simulator.start(SimulatorSettings.builder(
                        Operator.of("demo", SecretKeys.of(FakeWallet.SECRET), WalletAddress.parse(address()))
                                .withSecret(SigningSecret.of(FakeWallet.SECRET)))
                .targets(TargetPolicy.LOOPBACK, trust)
                .build());
    }

    private String address() {
        return wallet.url().replace("http://", "https://");
    }

    private String get(Simulator simulator, String path) throws IOException, InterruptedException {
        return accepted(ConsoleClient.get(simulator, path));
    }

    private void post(Simulator simulator, String path, String form) throws IOException, InterruptedException {
        accepted(ConsoleClient.post(simulator, path, form));
    }

    private static String accepted(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isIn(200, 303);
        return answer.body();
    }
}
