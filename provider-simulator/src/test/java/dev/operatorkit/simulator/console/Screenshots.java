package dev.operatorkit.simulator.console;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.browser.PageScreenshots;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
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
            var pages = ConsoleSampleData.fill(console);
            pages.putAll(ConsoleSampleData.addRuns(console, "*", 4_000));
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
            console.open("/launch");
            console.button("Launch").click();
            console.waitForText("Ready to play");
            screenshots.take(console.page, "launched");
            screenshots.takeFullPage(console.page, "launched");
        }
        try (var console = ConsoleDriver.start()) {
            console.simulator
                    .operators()
                    .change("demo", operator -> Operator.of("demo", OTHER_KEYS, operator.wallet()));
            console.open("/");
            console.waitForText("Likely: wrong secret");
            screenshots.take(console.page, "wrong-secret");
            console.wallet.close();
            console.button("Check again").click();
            console.waitForText("Likely: wallet not reachable");
            screenshots.take(console.page, "wallet-down");
        }
    }
}
