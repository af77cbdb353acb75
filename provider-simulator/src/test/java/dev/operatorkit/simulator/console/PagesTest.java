package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.browser.AccessibilityCheck;
import dev.operatorkit.browser.Browser;
import dev.operatorkit.simulator.Outcome;
import dev.operatorkit.simulator.wallet.RawServer;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests the accessibility of the pages, narrow and wide, light and dark: of every second one, and with {@code -Dthorough} of all, those
 * of failures too.
 */
@Order(1)
@ExtendWith(Browser.class)
class PagesTest {
    private static final String CASES = Boolean.getBoolean("thorough") ? "player-*" : "player-follows-a-debit";
    private static final int ROUNDS = 40;

    /** Stands for what wallets send: nowhere can a line end in it. */
    private static final String LONG_WORD = "java.lang.IllegalStateException:".repeat(12);

    @Test
    void every_page_is_accessible_and_fits_the_viewport() throws Exception {
        var check = new AccessibilityCheck();
        try (var console = ConsoleDriver.start()) {
            var pages = ConsoleSampleData.fill(console);
            pages.putAll(ConsoleSampleData.addRuns(console, CASES, ROUNDS));
            pages.put("problem", "/transcript/999999");
            AccessibilityCheck.selected(pages).forEach((name, path) -> {
                console.openAllowing404(path);
                check.inspect(console.page, name);
            });
            console.open("/launch");
            console.button("Launch").click();
            console.waitForText("Ready to play");
            check.inspect(console.page, "launched");
            console.open("/delivery");
            console.button("+3 days").click();
            console.waitForText("queued. Retries end");
            check.inspect(console.page, "confirmation");
        }
        assertThat(check.violations()).isEmpty();
    }

    @Test
    @Tag("thorough")
    void pages_of_failed_runs_are_accessible_and_fit_the_viewport() throws Exception {
        var check = new AccessibilityCheck();
        try (var console = ConsoleDriver.start()) {
            RunsTest.certify(console, "debit-*");
            console.wallet.after = request -> request.path().endsWith("/debit")
                    ? out -> out.write(RawServer.json(500, "{\"message\":\"" + LONG_WORD + "\"}"))
                    : null;
            RunsTest.certify(console, "debit-*");
            check.inspect(console.page, "failed run");
            var round = console.simulator
                    .callbackEngine()
                    .rounds()
                    .spin(ConsoleSampleData.SESSION, ConsoleSampleData.euros(100), Outcome.LOSS);
            for (var path : List.of(
                    "/transcript",
                    "/transcript/"
                            + ConsoleSampleData.newest(console.simulator, "DEBIT", 500)
                                    .id(),
                    "/rounds",
                    "/rounds/" + FormData.encode(round.id()),
                    "/delivery",
                    "/conformance",
                    "/conformance/2?since=1",
                    "/conformance/1?since=2",
                    "/conformance/2/cases/debit-subtracts-the-stake",
                    "/conformance/2/report.html")) {
                console.open(path);
                check.inspect(console.page, path);
            }
            assertThat(console.page.locator("details.case.FAILED").count()).isPositive();
            console.open("/conformance/2?since=1");
            assertThat(console.page.locator(".changes .badge.bad").count()).isPositive();
            console.wallet.after = request -> null;
            console.wallet.before = request -> request.path().endsWith("/player")
                    ? null
                    : out -> out.write(RawServer.json(503, "{\"message\":\"" + LONG_WORD + "\"}"));
            console.open("/load");
            console.page.locator("input[name=rounds]").fill(Integer.toString(ROUNDS));
            console.button("Run the load test").click();
            console.waitForText("The run waits for the wallet");
            check.inspect(console.page, "load that waits");
            console.wallet.before = request -> null;
            console.waitForText("The ledger balances");
            console.wallet.before = request -> {
                if (request.path().endsWith("/credit")) {
                    console.wallet.balance("player-1", console.wallet.balance("player-1") - 1);
                }
                return null;
            };
            console.open("/load");
            console.page.locator("input[name=rounds]").fill(Integer.toString(ROUNDS));
            console.button("Run the load test").click();
            console.waitForText("The ledger does not balance");
            check.inspect(console.page, "load with violations");
            console.wallet.kill();
            console.open("/load");
            console.button("Run the load test").click();
            console.waitForText("Start the wallet");
            check.inspect(console.page, "load without a wallet");
            console.open("/");
            check.inspect(console.page, "overview without a wallet");
        }
        assertThat(check.violations()).isEmpty();
    }
}
