package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.report.BundleCheck;
import dev.operatorkit.conformance.report.Reports;
import dev.operatorkit.conformance.report.TokenMask;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Certificate;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.run.Progress;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.conformance.run.SuiteRunner;
import dev.operatorkit.conformance.suite.Checkpoint;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.suite.Plan;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the conformance suite and audits the ledger afterwards. */
class ConformanceTest {
    private static final List<String> TOKENS = List.of("token-1", "token-2");

    /** Runs the quick plan, and with {@code -Dthorough} the full one, also on PostgreSQL. */
    @ParameterizedTest
    @MethodSource("dev.operatorkit.reference.TestDatabase#h2First")
    void no_case_fails_none_is_skipped_and_the_bundle_verifies(TestDatabase database, @TempDir Path folder)
            throws IOException {
        var url = database.freshUrl();
        try (var wallet = WalletUnderTest.on(url)) {
            var plan = config(wallet.address(), Boolean.getBoolean("thorough") ? Plans.full() : Plans.quick());
            var outcome = new SuiteRunner(plan, Progress.none()).run();

            assertThat(outcome.aborted()).isEmpty();
            assertThat(outcome.failed()).isEmpty();
            assertThat(outcome.certificate().verdict()).isEqualTo(Certificate.Conclusion.CERTIFIED);
            assertThat(outcome.results()).hasSameSizeAs(plan.cases());
            assertThat(outcome.summary()).containsEntry(Verdict.SKIPPED, 0L);
            assertThat(outcome.observations(Observation.Agreement.DIFFERS)).isEmpty();
            Reports.write(folder, outcome, new TokenMask(TOKENS), ExpectedFailures.none());
            assertThat(BundleCheck.of(folder.resolve("bundle.zip"), null).problems())
                    .isEmpty();
            System.out.printf("%s: %s in %d ms%n", database, outcome.summary(), outcome.millis());
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    /** Leaves rounds open, restarts the wallet on its file, and settles them. */
    @Test
    @Tag("slow")
    void a_restarted_wallet_passes_the_second_run(@TempDir Path folder) {
        var url = "jdbc:h2:file:" + folder.resolve("wallet");
        String address;
        Checkpoint left;
        try (var wallet = WalletUnderTest.on(url)) {
            address = wallet.address();
            var first = new SuiteRunner(config(address, Plans.quick()).leaving(checkpoint -> {}), Progress.none());
            assertThat(first.run().certificate().verdict()).isEqualTo(Certificate.Conclusion.CERTIFIED);
            left = first.checkpoint().orElseThrow();
        }
        try (var wallet = WalletUnderTest.on(
                url, "--port", Integer.toString(URI.create(address).getPort()))) {
            assertThat(wallet.address()).isEqualTo(address);
            for (var time = 1; time <= 2; time++) {
                var second = new SuiteRunner(config(address, Plans.resumed()).resuming(left), Progress.none()).run();
                assertThat(second.failed()).extracting(CaseResult::detail).isEmpty();
                assertThat(second.certificate().reasons()).isEmpty();
            }
            assertThat(wallet.player(1).balance()).isEqualTo(100_000_000);
            assertThat(wallet.player(2).balance()).isEqualTo(100_000_000);
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    private static SuiteConfig config(String address, Plan plan) {
        return SuiteConfig.of(address, WalletUnderTest.SECRET, TOKENS, plan);
    }
}
