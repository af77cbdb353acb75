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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Starts conformance runs from their page. */
@Order(1)
@ExtendWith(Browser.class)
class RunsPageTest {
    @TempDir
    Path folder;

    /** Starts a conformance run of these cases and waits for its end. */
    static void certify(ConsoleDriver console, String only) {
        console.open("/conformance");
        console.page.locator("input[name=only]").fill(only);
        console.button("Start a run").click();
        console.link("Open the report").waitFor();
    }

    @Test
    void a_conformance_run_shows_the_suites_report_and_is_listed() throws Exception {
        try (var console = ConsoleDriver.start()) {
            console.open("/runs");
            console.page.locator("input[name=label]").fill("before the fix");
            console.page.locator("input[name=environment]").fill("staging of the lab");
            console.page.locator("input[name=only]").fill("debit-subtracts*");
            console.button("Start a run").click();
            console.link("Open the report").waitFor();
            assertThat(console.page.locator("#state")).containsText("INCOMPLETE");
            assertThat(console.page.frameLocator("iframe").locator("body")).containsText("debit-subtracts-the-stake");
            assertThat(console.page.frameLocator("iframe").locator("body")).containsText("staging of the lab");
            console.open("/conformance");
            console.waitForText("before the fix");
            console.link("Run 1").first().click();
            console.link("bundle.zip").waitFor();
        }
    }

    @Test
    void a_run_is_refused_while_another_one_is_in_progress_and_can_be_stopped() throws Exception {
        try (var console = ConsoleDriver.start()) {
            var wallet = console.wallet.url();
            console.open("/conformance");
            console.button("Start a run").click();
            console.button("Stop the run").waitFor();
            assertThat(post(console, "/conformance", "operator=demo&token=token-1&wallet=" + wallet))
                    .contains("A run is in progress");
            assertThat(post(console, "/conformance", "operator=demo&token=token-1&wallet=http://192.168.7.7/wallet"))
                    .contains("--allow-private-addresses");
            assertThat(post(console, "/conformance", "operator=demo&token=a&only=none&wallet=" + wallet))
                    .contains("No case matches");
            console.button("Stop the run").click();
            console.waitForText("stopped from the console");
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
            post(console, "/conformance", "operator=demo&token=token-1&only=player-*&wallet=" + address);
            await().until(() ->
                    SimulatorTest.get(console.simulator, "/conformance").body().contains("badge warn\">INCOMPLETE<"));
        }
    }

    private static String post(ConsoleDriver console, String path, String form)
            throws IOException, InterruptedException {
        return SimulatorTest.post(console.simulator, path, form).body();
    }
}
