package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.conformance.report.BundleCheck;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Verifies the console's runs against a wallet: the conformance suite and load. */
@Order(1)
@ExtendWith(Browser.class)
@ResourceLock(Browser.LOCK)
class RunsTest {
    @Test
    void a_suite_run_shows_the_exchanges_of_a_case_and_compares_with_the_previous_run() throws Exception {
        try (var console = ConsoleDriver.start()) {
            certify(console, "debit-*");
            assertThat(console.page.locator(".marks .mark").first().locator("a"))
                    .isVisible();
            console.page.locator(".marks a").first().click();
            console.waitForText("Exchanges");
            console.page.locator("details.card summary").first().click();
            assertThat(console.page.locator("details.card[open] pre").first()).containsText("X-Svc-Signature");

            certify(console, "debit-*");
            console.button("Compare").click();
            console.waitForText("Changes since run 1");
            console.waitForText("Nothing changed.");

            var report = console.context()
                    .waitForPage(() -> console.link("Open the report").click());
            ConsoleDriver.waitForText(report, "Who tested what");
            report.locator("select[name=rule]").selectOption("WAL-4");
            assertThat(report.locator("#filter output")).hasText(Pattern.compile("\\d+ of \\d+ cases"));
        }
    }

    @Test
    void a_run_that_is_over_states_its_verdict_causes_and_observations_and_offers_the_bundle() throws Exception {
        try (var console = ConsoleDriver.start()) {
            certify(console, "*-stake");
            assertThat(console.page.locator("#state")).containsText("for the plan full");
            console.waitForText("Differs from the recommendation");
            console.waitForText("As recommended");
            var bundle = console.page.waitForDownload(
                    () -> console.link("bundle.zip").click());
            assertThat(bundle.suggestedFilename()).isEqualTo("bundle.zip");
            assertThat(BundleCheck.of(bundle.path(), null).problems()).isEmpty();
        }
    }

    @Test
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
    void a_run_that_cannot_start_shows_the_reason() throws Exception {
        try (var console = ConsoleDriver.start()) {
            console.open("/conformance");
            console.page.locator("input[name=wallet]").fill("http://192.168.7.7/wallet");
            console.button("Run the suite").click();
            console.waitForText("--allow-private-addresses");
        }
    }

    @Test
    void a_load_run_charts_rate_and_latency_and_audits_the_ledger() throws Exception {
        try (var console = ConsoleDriver.start()) {
            play(console, 400);
            assertThat(console.page.locator(".chart polyline").count()).isEqualTo(3);
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
        console.button("Play").click();
        console.waitForText("The ledger balances");
    }
}
