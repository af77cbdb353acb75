package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.conformance.report.BundleCheck;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Verifies the console's runs against a wallet: the conformance suite and load. */
@Order(1)
@ExtendWith(Browser.class)
class RunsTest {
    @Test
    void a_suite_run_shows_the_exchanges_of_a_case_and_compares_with_the_previous_run() throws Exception {
        try (var console = ConsoleDriver.start()) {
            certify(console, "*-is-stored");
            assertThat(console.page.locator(".marks .mark").first().locator("a"))
                    .isVisible();
            console.page.locator(".marks a").first().click();
            console.waitForText("Exchanges");
            console.page.locator("details.card summary").first().click();
            assertThat(console.page.locator("details.card[open] pre").first()).containsText("X-Svc-Signature");

            certify(console, "*-is-stored");
            console.button("Compare").click();
            assertThat(console.page.getByLabel("Changes since run 1")).containsText("Nothing changed.");

            certify(console, "debit-subtracts*");
            console.page.locator(".marks a").first().click();
            console.waitForText("Exchanges");
            console.button("Run this case again").click();
            console.waitForText("Changes since run 3");
            console.link("Open the report").waitFor();
            console.open("/conformance/4?since=1");
            console.waitForText("3 not run again");
            console.open("/conformance/3/cases/credit-is-stored");
            console.waitForText("No requests were sent.");
            assertThat(console.button("Run this case again")).hasCount(0);
            console.open("/conformance/4?since=1");

            var report = console.context()
                    .waitForPage(() -> console.link("Open the report").click());
            ConsoleDriver.waitForText(report, "Who tested what");
            report.locator("select[name=rule]").selectOption("WAL-4");
            assertThat(report.locator("#filter output")).hasText(Pattern.compile("\\d+ of \\d+ cases"));
        }
    }

    @Test
    @Tag("thorough")
    void runs_are_there_after_a_restart_and_their_cases_run_again_with_new_tokens(@TempDir Path data) throws Exception {
        try (var console = ConsoleDriver.startIn(data)) {
            console.open("/conformance");
            console.page.locator("input[name=label]").fill("before the fix");
            console.page.locator("input[name=walletVersion]").fill("canary 1.2");
            console.page.locator("input[name=only]").fill("debit-subtracts*");
            console.button("Run the suite").click();
            console.link("Open the report").waitFor();
            play(console, 20);
        }
        try (var console = ConsoleDriver.startIn(data)) {
            console.open("/load");
            console.waitForText("the ledger balances");
            console.open("/conformance");
            console.waitForText("before the fix");
            console.waitForText("canary 1.2");
            console.link("Run 1").first().click();
            console.page.locator(".marks a").first().click();
            console.waitForText("Exchanges");
            console.page.locator("details.card summary").first().click();
            assertThat(console.page.locator("details.card[open] pre").first()).containsText("X-Svc-Signature");
            console.button("Run this case again").click();
            console.waitForText("Enter the players' tokens, which are not kept.");
            console.page.locator("input[name=token]").fill("token-1");
            console.page.locator("input[name=token2]").fill("token-2");
            console.page.locator("input[name=wallet]").fill(console.wallet.url());
            console.button("Run the suite").click();
            console.waitForText("Changes since run 1");
            console.waitForText("the wallet was ");
        }
    }

    @Test
    @Tag("thorough")
    void a_run_that_is_over_states_its_verdict_causes_and_observations_and_offers_the_bundle() throws Exception {
        try (var console = ConsoleDriver.start()) {
            certify(console, "*-stake");
            assertThat(console.page.locator("#state")).containsText("for the full plan");
            console.waitForText("Differs from the recommendation");
            console.waitForText("As recommended");
            var bundle = console.page.waitForDownload(
                    () -> console.link("bundle.zip").click());
            assertThat(bundle.suggestedFilename()).isEqualTo("bundle.zip");
            assertThat(BundleCheck.of(bundle.path(), null).problems()).isEmpty();
        }
    }

    @Test
    @Tag("thorough")
    void the_cases_of_a_report_are_filtered_with_the_keyboard_and_a_link_opens_a_case() throws Exception {
        try (var console = ConsoleDriver.start()) {
            certify(console, "debit-*");
            console.open("/conformance/1/report.html");
            var page = console.page;
            var output = page.locator("#filter output");
            var all = page.locator("details.case").count();
            assertThat(output).hasText(all + " of " + all + " cases");
            page.getByLabel("Search").focus();
            page.keyboard().type("debit-subtracts");
            assertThat(output).hasText("1 of " + all + " cases");
            assertThat(page.locator("details.case:visible")).hasCount(1);
            page.keyboard().press("Tab");
            page.keyboard().press("Tab");
            page.keyboard().press("Tab");
            page.keyboard().press("Tab");
            page.keyboard().press("Enter");
            assertThat(output).hasText(all + " of " + all + " cases");
            page.getByLabel("Search").fill("no case has this text");
            assertThat(page.getByText("No case matches the filter.")).isVisible();
            page.navigate(page.url() + "#debit-subtracts-the-stake");
            assertThat(page.locator("#debit-subtracts-the-stake")).hasAttribute("open", "");
        }
    }

    @Test
    @Tag("thorough")
    void a_load_run_charts_rate_and_latency_and_audits_the_ledger() throws Exception {
        try (var console = ConsoleDriver.start()) {
            play(console, 400);
            console.waitForText("The run was too short for charts");
            assertThat(console.page.locator(".chart")).hasCount(0);
            console.page.locator("input[name=rounds]").fill("20000");
            console.button("Run the load test").click();
            console.page.locator(".chart").first().waitFor();
            console.waitForText("The ledger balances");
            assertThat(console.page.locator(".chart:not(.trend) polyline").count())
                    .isEqualTo(3);
            assertThat(console.page.locator(".chart polyline").first().getAttribute("points"))
                    .isNotEmpty();
            console.waitForText("Latency by callback");
        }
    }

    /** Runs those cases to their end. */
    static void certify(ConsoleDriver console, String only) {
        console.open("/conformance");
        console.page.locator("input[name=only]").fill(only);
        console.button("Run the suite").click();
        console.link("Open the report").waitFor();
    }

    static void play(ConsoleDriver console, int rounds) {
        console.open("/load");
        console.page.locator("input[name=rounds]").fill(Integer.toString(rounds));
        console.button("Run the load test").click();
        console.waitForText("The ledger balances");
    }
}
