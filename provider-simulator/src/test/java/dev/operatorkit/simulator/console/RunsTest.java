package dev.operatorkit.simulator.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.browser.Browser;
import dev.operatorkit.conformance.report.BundleCheck;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Verifies the console's runs against a wallet: the conformance suite and load. */
@ExtendWith(Browser.class)
@ResourceLock(Browser.LOCK)
class RunsTest {
    @Test
    void a_suite_run_shows_the_exchanges_of_a_case_and_compares_with_the_previous_run() throws Exception {
        try (var visit = Visit.begin()) {
            certify(visit, "debit-*");
            assertThat(visit.page.locator(".marks .mark").first().locator("a")).isVisible();
            visit.page.locator(".marks a").first().click();
            visit.sees("Exchanges");
            visit.page.locator("details.card summary").first().click();
            assertThat(visit.page.locator("details.card[open] pre").first()).containsText("X-Svc-Signature");

            certify(visit, "debit-*");
            visit.button("Compare").click();
            visit.sees("Changes since run 1");
            visit.sees("Nothing changed.");

            var report = visit.context()
                    .waitForPage(() -> visit.link("Open the report").click());
            Visit.sees(report, "Who tested what");
            report.locator("select[name=rule]").selectOption("WAL-4");
            assertThat(report.locator("#filter output")).hasText(Pattern.compile("\\d+ of \\d+ cases"));
        }
    }

    @Test
    void a_run_that_is_over_states_its_verdict_causes_and_observations_and_offers_the_bundle() throws Exception {
        try (var visit = Visit.begin()) {
            certify(visit, "*-stake");
            assertThat(visit.page.locator("#state")).containsText("for the plan full");
            visit.sees("Differs from the recommendation");
            visit.sees("As recommended");
            var bundle =
                    visit.page.waitForDownload(() -> visit.link("bundle.zip").click());
            assertThat(bundle.suggestedFilename()).isEqualTo("bundle.zip");
            assertThat(BundleCheck.of(bundle.path(), null).problems()).isEmpty();
        }
    }

    @Test
    void the_cases_of_a_report_are_filtered_with_the_keyboard_and_a_link_opens_a_case() throws Exception {
        try (var visit = Visit.begin()) {
            certify(visit, "debit-*");
            visit.open("/conformance/1/report.html");
            var page = visit.page;
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
        try (var visit = Visit.begin()) {
            visit.open("/conformance");
            visit.page.locator("input[name=wallet]").fill("http://192.168.7.7/wallet");
            visit.button("Run the suite").click();
            visit.sees("--allow-private-addresses");
        }
    }

    @Test
    void a_load_run_charts_rate_and_latency_and_audits_the_ledger() throws Exception {
        try (var visit = Visit.begin()) {
            play(visit, 400);
            assertThat(visit.page.locator(".chart polyline").count()).isEqualTo(3);
            assertThat(visit.page.locator(".chart polyline").first().getAttribute("points"))
                    .isNotEmpty();
            visit.sees("Latency by callback");
        }
    }

    /** Runs those cases to their end. */
    static void certify(Visit visit, String only) {
        visit.open("/conformance");
        visit.page.locator("input[name=only]").fill(only);
        visit.button("Run the suite").click();
        visit.link("Open the report").waitFor();
    }

    static void play(Visit visit, int rounds) {
        visit.open("/load");
        visit.page.locator("input[name=rounds]").fill(Integer.toString(rounds));
        visit.button("Play").click();
        visit.sees("The ledger balances");
    }
}
