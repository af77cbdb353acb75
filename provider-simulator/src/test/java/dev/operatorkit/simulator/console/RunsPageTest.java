package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Starts runs of each kind from their pages, against a wallet and with the Python client of {@code testing/broken-clients}. */
@Order(1)
@ExtendWith(Browser.class)
class RunsPageTest {
    private static final Path CLIENT =
            Path.of("../testing/broken-clients/python/client.py").toAbsolutePath();

    @TempDir
    Path folder;

    /** Starts a conformance run of these cases and waits for its end. */
    static void certify(ConsoleDriver console, String only) {
        console.open("/conformance");
        console.page.locator("input[name=only]").fill(only);
        console.button("Start a run").click();
        console.link("Open the report").waitFor();
    }

    /** Starts a load run and waits for its end. */
    static void play(ConsoleDriver console, int rounds) {
        console.open("/load");
        console.page.locator("input[name=rounds]").fill(Integer.toString(rounds));
        console.button("Start a run").click();
        console.waitForText("the ledger balances");
    }

    @Test
    void a_conformance_run_shows_the_suites_report_and_is_there_after_a_restart() throws Exception {
        var data = folder.resolve("data");
        try (var console = ConsoleDriver.startIn(data)) {
            console.open("/runs");
            console.page.locator("input[name=label]").fill("before the fix");
            console.page.locator("input[name=environment]").fill("staging of the lab");
            console.page.locator("input[name=only]").fill("debit-subtracts*");
            console.button("Start a run").click();
            console.link("Open the report").waitFor();
            assertThat(console.page.locator("#state")).containsText("INCOMPLETE");
            assertThat(console.page.frameLocator("iframe").locator("body")).containsText("debit-subtracts-the-stake");
            assertThat(console.page.frameLocator("iframe").locator("body")).containsText("staging of the lab");
            play(console, 40);
        }
        try (var console = ConsoleDriver.startIn(data)) {
            console.open("/load");
            console.waitForText("the ledger balances");
            console.open("/conformance");
            console.waitForText("before the fix");
            console.link("Run 1").first().click();
            console.link("bundle.zip").waitFor();
        }
    }

    @Test
    void a_run_is_refused_while_another_kind_uses_its_wallet_and_can_be_stopped() throws Exception {
        try (var console = ConsoleDriver.start()) {
            var wallet = console.wallet.url();
            assertThat(post(console, "/load", "operator=demo&tokens=a&players=5&wallet=" + wallet))
                    .contains("Enter either tokens or a number of demo players");
            console.open("/load");
            console.page.locator("input[name=rounds]").fill("1000000");
            console.button("Start a run").click();
            console.button("Stop the run").waitFor();
            assertThat(post(console, "/conformance", "operator=demo&token=token-1&wallet=" + wallet))
                    .contains("A load run uses this wallet");
            assertThat(post(console, "/conformance", "operator=demo&token=token-1&wallet=http://192.168.7.7/wallet"))
                    .contains("--allow-private-addresses");
            assertThat(post(console, "/conformance", "operator=demo&token=a&only=none&wallet=" + wallet))
                    .contains("No case matches");
            console.button("Stop the run").click();
            console.waitForText("stopped, the ledger balances");
        }
    }

    @Test
    void a_client_that_is_driven_by_hand_is_judged_and_the_page_names_no_secret() throws Exception {
        try (var console = ConsoleDriver.start()) {
            startClient(console, "hand", "*-launch");
            for (var scenario : new String[] {"real-money-launch", "demo-launch"}) {
                assertThat(console.page.locator("#state")).containsText(": " + scenario);
                var task = Objects.requireNonNull(
                        console.page.locator("#environment").textContent());
                assertThat(task).doesNotContain(FakeWallet.SECRET);
                client(task + "\npython3 " + CLIENT + " --secret-file " + secretFile()
                        + " --fault demo-empty-parameters");
                assertThat(console.page.locator(".changes li").first()).containsText("GET /api/v1/games");
                console.button("Done").click();
            }
            console.link("Open the report").waitFor();
            assertThat(console.page.locator("#state")).containsText("NOT CERTIFIED");
            assertThat(console.page.locator("main")).not().containsText(FakeWallet.SECRET);
        }
    }

    @Test
    void a_watched_run_ends_with_its_verdict_and_a_taken_port_is_named() throws Exception {
        try (var console = ConsoleDriver.start()) {
            var taken = console.simulator.address().getPort();
            assertThat(post(console, "/client-conformance", "operator=demo&mode=watch&port=" + taken))
                    .contains("The service cannot listen on port " + taken);
            startClient(console, "watch", "");
            assertThat(console.page.locator("#state")).containsText("Watching: 0 calls");
            console.button("Stop watching and judge").click();
            console.link("Open the report").waitFor();
            assertThat(console.page.locator("#state")).containsText("INCOMPLETE");
        }
    }

    @Test
    void gen_1_runs_trust_the_authority_of_the_ca_cert_option() throws Exception {
        var authority = new HeldCertificate.Builder().certificateAuthority(1).build();
        var certificate = new HeldCertificate.Builder()
                .signedBy(authority)
                .addSubjectAlternativeName("127.0.0.1")
                .build();
        var sockets = new HandshakeCertificates.Builder()
                .heldCertificate(certificate)
                .build()
                .sslContext()
                .getServerSocketFactory();
        var pem = Files.writeString(folder.resolve("authority.pem"), authority.certificatePem());
        var trust = TrustedCertificates.systemAnd(pem, Clock.systemUTC());
        try (var wallet = new FakeWallet(sockets::createServerSocket, true, 0);
                var console = ConsoleDriver.startWith(settings -> settings.targets(TargetPolicy.LOOPBACK, trust))) {
            var address = wallet.url().replace("http://", "https://");
            for (var run : Map.of("/conformance", "token=token-1&only=player-*", "/load", "players=2&rounds=20")
                    .entrySet()) {
                post(console, run.getKey(), "operator=demo&wallet=" + address + "&" + run.getValue());
                await().until(() -> SimulatorTest.get(console.simulator, run.getKey())
                        .body()
                        .matches("(?s).*badge (good|warn)\">(INCOMPLETE|the ledger balances)<.*"));
            }
        }
    }

    private static void startClient(ConsoleDriver console, String mode, String only) {
        console.open("/client-conformance");
        console.page.locator("select[name=mode]").selectOption(mode);
        console.page.locator("input[name=only]").fill(only);
        console.button("Start a run").click();
        console.page.locator("#done").waitFor();
    }

    private static String post(ConsoleDriver console, String path, String form)
            throws IOException, InterruptedException {
        return SimulatorTest.post(console.simulator, path, form).body();
    }

    private Path secretFile() throws IOException {
        return Files.writeString(folder.resolve("operator.secret"), FakeWallet.SECRET + "\n");
    }

    private static void client(String script) throws Exception {
        var process =
                new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
        process.getOutputStream().close();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
