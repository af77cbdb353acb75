package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
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
 * of failures too. Tests on all of them that ids of rules are links.
 */
@Order(1)
@ExtendWith(Browser.class)
class PagesTest {
    private static final String CASES = Boolean.getBoolean("thorough") ? "player-*" : "player-follows-a-debit";
    private static final int ROUNDS = 40;

    /** Stands for what wallets send: nowhere can a line end in it. */
    private static final String LONG_WORD = "java.lang.IllegalStateException:".repeat(12);

    /** Answers a debit with a balance that no line of a page has room for. */
    private static final String ABSURD_ANSWER = """
        {"operatorTransactionId": "op-1", "createdAt": "2026-01-01T00:00:00Z",
         "balance": {"amount": 97.%s, "currency": "EUR", "updatedAt": "2026-01-01T00:00:00Z"}}
        """.formatted("579".repeat(60));

    /** Returns the ids of rules and decisions that are neither links nor part of what was on the wire, each with its surroundings. */
    private static final String UNLINKED_IDS = """
        () => {
          const id = /(?<![\\w/#-])(?:GEN|SIG|NET|CAT|LAU|CAM|BON|WAL|RND|IDM|DEL|ERR|CAC|VER|D)-[0-9]+(?![\\w-])/;
          const found = [];
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) {
            const parent = texts.currentNode.parentElement;
            if (id.test(texts.currentNode.data) && !parent.closest('a, pre, code, option, script, style')) {
              found.push(parent.outerHTML.slice(0, 200));
            }
          }
          return found;
        }
        """;

    private static List<String> unlinkedIds(Page page) {
        return ((List<?>) page.evaluate(UNLINKED_IDS))
                .stream().map(String::valueOf).toList();
    }

    @Test
    void every_id_of_a_rule_or_decision_is_a_link() throws Exception {
        try (var console = ConsoleDriver.start()) {
            console.page.setContent(
                    "<details><summary>breaks <b>GEN-7</b></summary><a>D-61</a> <pre>SIG-1</pre></details>");
            assertThat(unlinkedIds(console.page)).containsExactly("<b>GEN-7</b>");
            var pages = ConsoleSampleData.fill(console);
            console.wallet.after =
                    request -> request.path().endsWith("/debit") ? out -> out.write(RawServer.json(500, "{}")) : null;
            RunsTest.certify(console, "*-stake");
            assertThat(console.page.locator(".failures li > b > a.rule").count())
                    .isPositive();
            pages.put("failed run", "/conformance/1");
            pages.put("failed case", "/conformance/1/cases/zero-stake");
            pages.put("report", "/conformance/1/report.html");
            pages.put("transcript of failures", "/transcript");
            pages.put("decisions", "/docs/decisions.html");
            pages.forEach((name, path) -> {
                console.openAllowing404(path);
                assertThat(unlinkedIds(console.page)).as(name).isEmpty();
            });
        }
    }

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
                assertThat(unlinkedIds(console.page)).as(name).isEmpty();
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
    void pages_fit_the_viewport_whatever_amounts_a_wallet_returns() throws Exception {
        try (var console = ConsoleDriver.start()) {
            RunsTest.certify(console, "debit-subtracts*");
            console.wallet.after = request ->
                    request.path().endsWith("/debit") ? out -> out.write(RawServer.json(200, ABSURD_ANSWER)) : null;
            RunsTest.certify(console, "debit-subtracts*");
            var round = console.simulator
                    .callbackEngine()
                    .rounds()
                    .spin(ConsoleSampleData.SESSION, ConsoleSampleData.euros(100), Outcome.LOSS);
            var debit = ConsoleSampleData.newest(console.simulator, "DEBIT", 200);
            for (var path : List.of(
                    "/",
                    "/transcript",
                    "/transcript/" + debit.id(),
                    "/rounds",
                    "/rounds/" + FormData.encode(round.id()),
                    "/conformance/2?since=1",
                    "/conformance/2/cases/debit-subtracts-the-stake",
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
            console.open("/conformance/2?since=1");
            console.page.locator(".changes a").first().click();
            console.waitForText("Exchanges");
        }
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
                assertThat(unlinkedIds(console.page)).as(path).isEmpty();
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
