package dev.operatorkit.simulator.console;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.browser.PageScreenshots;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.RawServer;
import dev.operatorkit.simulator.wallet.WalletAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Takes the screenshots of the documentation. */
@ExtendWith(Browser.class)
class Screenshots {
    private static final SecretKeys OTHER_KEYS = SecretKeys.of("another-secret-than-the-wallets");

    @Test
    void every_page_is_captured() throws Exception {
        var screenshots = new PageScreenshots();
        try (var console = ConsoleDriver.start()) {
            capture(console, screenshots, ConsoleSampleData.fill(console));
            console.open("/launch");
            console.button("Launch").click();
            console.waitForText("Ready to play");
            screenshots.take(console.page, "launched");
            screenshots.takeFullPage(console.page, "launched");
            capture(console, screenshots, ConsoleSampleData.addRuns(console, "*", 20_000));
        }
    }

    private static void capture(ConsoleDriver console, PageScreenshots screenshots, Map<String, String> pages)
            throws Exception {
        for (var entry : pages.entrySet()) {
            console.openAllowing404(entry.getValue());
            if (entry.getKey().equals("overview")) {
                console.waitForText("wallet ready");
            }
            screenshots.take(console.page, entry.getKey());
            if (!entry.getKey().equals("report")) { // hundreds of screens long
                screenshots.takeFullPage(console.page, entry.getKey());
            }
        }
    }

    @Test
    void what_the_overview_says_about_each_common_mistake_is_captured() throws Exception {
        var screenshots = new PageScreenshots();
        try (var console = ConsoleDriver.start();
                var sshServer = new RawServer((request, out, socket) ->
                        out.write("SSH-2.0-OpenSSH_9.9\r\n".getBytes(StandardCharsets.US_ASCII)));
                var selfSigned = new FakeWallet(FakeWallet.selfSignedSockets(), true, 0)) {
            var operators = console.simulator.operators();
            var right = console.wallet.url();
            operators.change("demo", operator -> Operator.of("demo", OTHER_KEYS, operator.wallet()));
            capture(console, screenshots, "Likely: wrong secret", "wrong-secret");
            operators.change(
                    "demo", operator -> Operator.of("demo", SecretKeys.of(FakeWallet.SECRET), operator.wallet()));
            console.wallet.clock = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(6));
            capture(console, screenshots, "Wrong clock.", "wrong-clock");
            console.wallet.clock = Clock.systemUTC();
            console.wallet.before =
                    request -> request.path().startsWith("/wallet/") ? null : FakeWallet.FakeResponse.status(404);
            call(console, right.replace("/wallet", "/callbacks"));
            capture(console, screenshots, "Wrong prefix or path.", "wrong-prefix");
            call(console, sshServer.url("/wallet"));
            capture(console, screenshots, "Not an HTTP server.", "garbage-server");
            call(console, selfSigned.url().replace("http:", "https:"));
            capture(console, screenshots, "Self-signed certificate.", "self-signed");
            call(console, right);
            console.wallet.kill();
            capture(console, screenshots, "Wallet not reachable.", "wallet-down");
        }
    }

    private static void call(ConsoleDriver console, String wallet) {
        console.simulator.operators().change("demo", operator -> operator.withWallet(WalletAddress.parse(wallet)));
    }

    private static void capture(ConsoleDriver console, PageScreenshots screenshots, String diagnosis, String name)
            throws Exception {
        console.open("/");
        console.button("Check again").click();
        console.waitForText(diagnosis);
        screenshots.take(console.page, name);
        screenshots.takeFullPage(console.page, name);
    }
}
