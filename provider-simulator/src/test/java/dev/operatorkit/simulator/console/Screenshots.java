package dev.operatorkit.simulator.console;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.browser.PageScreenshots;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Takes the screenshots of the documentation. */
@ExtendWith(Browser.class)
class Screenshots {
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
    void what_the_overview_says_about_a_wrong_secret_is_captured() throws Exception {
        var screenshots = new PageScreenshots();
        try (var console = ConsoleDriver.start()) {
            console.simulator
                    .operators()
                    .change(
                            "demo",
                            operator ->
                                    SimulatorTest.operator("another-secret-than-the-wallets", console.wallet.url()));
            console.open("/");
            console.button("Check again").click();
            console.waitForText("rejected our signature");
            screenshots.take(console.page, "wrong-secret");
            screenshots.takeFullPage(console.page, "wrong-secret");
        }
    }
}
