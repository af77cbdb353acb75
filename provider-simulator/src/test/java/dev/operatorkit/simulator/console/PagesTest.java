package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.browser.AccessibilityCheck;
import dev.operatorkit.browser.Browser;
import dev.operatorkit.raw.RawServer;
import dev.operatorkit.simulator.SpinOutcome;
import java.util.List;
import org.junit.jupiter.api.Order;
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

    /** Answers a debit with a balance that no line of a page has room for. */
    private static final String ABSURD_ANSWER = """
        {"operatorTransactionId": "op-1", "createdAt": "2026-01-01T00:00:00Z",
         "balance": {"amount": 97.%s, "currency": "EUR", "updatedAt": "2026-01-01T00:00:00Z"}}
        """.formatted("579".repeat(60));

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
        }
        assertThat(check.violations()).isEmpty();
    }

    @Test
    void pages_fit_the_viewport_with_any_amounts() throws Exception {
        try (var console = ConsoleDriver.start()) {
            RunsPageTest.certify(console, "debit-subtracts*");
            console.wallet.after = request ->
                    request.path().endsWith("/debit") ? out -> out.write(RawServer.json(200, ABSURD_ANSWER)) : null;
            RunsPageTest.certify(console, "debit-subtracts*");
            var round = console.simulator
                    .callbackEngine()
                    .rounds()
                    .spin(ConsoleSampleData.SESSION, ConsoleSampleData.euros(100), SpinOutcome.LOSS);
            var debit = ConsoleSampleData.newest(console.simulator, "DEBIT");
            for (var path : List.of(
                    "/",
                    "/transcript",
                    "/transcript/" + debit.id(),
                    "/rounds",
                    "/rounds/" + FormData.encode(round.id()),
                    "/conformance/2",
                    "/conformance/2/report.html")) {
                console.open(path);
                console.page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))");
                for (var width : List.of(360, 768, 1440)) {
                    console.page.setViewportSize(width, 900);
                    assertThat(console.page.evaluate("document.documentElement.scrollWidth"))
                            .as(path)
                            .isEqualTo(width);
                }
            }
        }
    }
}
