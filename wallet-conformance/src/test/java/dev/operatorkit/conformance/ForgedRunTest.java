package dev.operatorkit.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.money.BalanceChain;
import dev.operatorkit.conformance.report.EarlierReport;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.wire.Exchange;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that results which contradict their exchanges are reported, even when the suite's own code has written every file of the
 * bundle: what always holds is judged again.
 */
class ForgedRunTest {
    private static final String RED = "replayed-debit";
    private static final String PASSED = "credit-adds-the-payout";

    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // set before the tests
    private static Bundles bundles;

    @SuppressWarnings("NullAway.Init") // set before the tests
    private static EarlierReport honest;

    @BeforeAll
    static void run() throws IOException {
        bundles = new Bundles(folder);
        var reports = Files.createDirectory(folder.resolve("honest"));
        Files.write(reports.resolve("bundle.zip"), bundles.run(Defect.APPLIES_DEBITS_AGAIN));
        honest = EarlierReport.in(reports);
    }

    /** Writes a bundle in which one case has another result, and verifies it. */
    private static String verify(String id, UnaryOperator<CaseResult> change) throws IOException {
        var run = honest.outcome();
        var results = run.results().stream()
                .map(each -> each.testCase().id().equals(id) ? change.apply(each) : each)
                .toList();
        var forged = new SuiteResult(
                run.wallet(),
                run.plan(),
                run.seed(),
                run.options(),
                run.description(),
                run.waivers(),
                run.started(),
                run.millis(),
                run.players(),
                results,
                run.aborted());
        var written = Files.createTempDirectory(folder, "forged");
        Reports.write(written, forged, new TokenMask(List.of()), ExpectedFailures.none());
        return bundles.verify(Files.readAllBytes(written.resolve("bundle.zip")));
    }

    private static CaseResult with(
            CaseResult result, Verdict verdict, @Nullable Failure failure, List<Exchange> exchanges) {
        return new CaseResult(
                result.testCase(),
                verdict,
                result.detail(),
                failure,
                result.observations(),
                exchanges,
                result.millis(),
                "",
                false,
                result.notes(),
                result.reruns());
    }

    private static CaseResult withExchanges(CaseResult result, UnaryOperator<Exchange> change) {
        return with(
                result,
                result.verdict(),
                result.failure(),
                result.exchanges().stream().map(change).toList());
    }

    private static Exchange with(Exchange exchange, Instant at, String received) {
        return new Exchange(
                at,
                exchange.request(),
                exchange.sent(),
                received.getBytes(StandardCharsets.UTF_8),
                exchange.micros(),
                exchange.note());
    }

    private static String received(Exchange exchange) {
        return new String(exchange.received(), StandardCharsets.UTF_8);
    }

    @Test
    void an_honest_run_that_is_written_again_is_verified() throws IOException {
        assertThat(verify(RED, result -> result)).startsWith("0 ").contains("NOT_CERTIFIED");
    }

    @Test
    void a_pass_with_a_response_that_no_case_allows_is_reported() throws IOException {
        assertThat(verify(
                        PASSED,
                        result -> withExchanges(
                                result,
                                each -> with(each, each.at(), received(each).replaceFirst(" 200 ", " 500 ")))))
                .startsWith("1 ")
                .contains("The case " + PASSED
                        + " is PASSED, and its exchange 2 breaks ERR-4: expected no 500 for a read");
        assertThat(verify(
                        PASSED,
                        result -> withExchanges(
                                result,
                                each -> with(each, each.at(), "HTTP/1.1 422 No\r\nContent-Length: 2\r\n\r\n{}"))))
                .startsWith("1 ")
                .contains("breaks GEN-7");
    }

    @Test
    void a_pass_without_an_exchange_is_reported() throws IOException {
        assertThat(verify(PASSED, result -> with(result, Verdict.PASSED, null, List.of())))
                .startsWith("1 ")
                .contains("The case " + PASSED + " is PASSED without an exchange.");
    }

    @Test
    void an_exchange_from_before_the_run_is_reported() throws IOException {
        assertThat(verify(
                        PASSED,
                        result -> withExchanges(
                                result, each -> with(each, each.at().minus(Duration.ofDays(1)), received(each)))))
                .startsWith("1 ")
                .contains("by an exchange from before the run");
    }

    @Test
    void a_finding_about_a_status_that_no_exchange_shows_is_reported() throws IOException {
        assertThat(verify(
                        RED,
                        result -> with(
                                result,
                                Verdict.FAILED,
                                new Failure("IDM-2", "200", "status 418 {}", "", null),
                                result.exchanges())))
                .startsWith("1 ")
                .contains("is FAILED for the status 418, which none of its exchanges shows.");
    }

    @Test
    void movements_that_do_not_make_the_expected_balance_are_reported() throws IOException {
        var step = new BalanceChain.Step("debit", "id", new BigDecimal("-1.00"), "");
        var chain = new BalanceChain(
                "acc-1", "EUR", new BigDecimal("10.00"), List.of(step), new BigDecimal("8.00"), new BigDecimal("9.00"));
        assertThat(verify(
                        RED,
                        result -> with(
                                result,
                                Verdict.FAILED,
                                new Failure("IDM-2", "8.00", "9.00", "", null).explainedBy(chain),
                                result.exchanges())))
                .startsWith("1 ")
                .contains("its movements make the balance 9.00, not 8.00.");
    }

    @Test
    void a_seed_or_plan_that_the_options_do_not_name_is_reported() throws IOException {
        var run = honest.outcome();
        var forged = new SuiteResult(
                run.wallet(),
                run.plan(),
                run.seed() + 1,
                run.options(),
                run.description(),
                run.waivers(),
                run.started(),
                run.millis(),
                run.players(),
                run.results(),
                run.aborted());
        var written = Files.createTempDirectory(folder, "forged");
        Reports.write(written, forged, new TokenMask(List.of()), ExpectedFailures.none());
        assertThat(bundles.verify(Files.readAllBytes(written.resolve("bundle.zip"))))
                .startsWith("1 ")
                .contains("The results have the seed " + (run.seed() + 1) + ", and the options say");
    }

    /** The limit that docs/conformance.md states: whoever rewrites a whole bundle without a signature can write any pass. */
    @Test
    void a_failure_that_is_rewritten_as_a_pass_is_only_seen_in_a_signed_bundle() throws IOException {
        assertThat(verify(RED, result -> with(result, Verdict.PASSED, null, result.exchanges())))
                .startsWith("0 ")
                .contains("none: anyone could have written this bundle", "Only a signature");
    }
}
