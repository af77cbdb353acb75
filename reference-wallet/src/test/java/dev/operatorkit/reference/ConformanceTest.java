package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.Certificate;
import dev.operatorkit.conformance.Progress;
import dev.operatorkit.conformance.SuiteConfig;
import dev.operatorkit.conformance.SuiteRunner;
import dev.operatorkit.conformance.Verdict;
import dev.operatorkit.conformance.cases.Plans;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the whole conformance suite on both databases and audits the ledger afterwards. */
class ConformanceTest {
    private static final List<String> TOKENS = List.of("token-1", "token-2");

    @ParameterizedTest
    @EnumSource
    void no_case_fails_and_none_is_skipped(TestDatabase database) {
        var url = database.freshUrl();
        try (var wallet = WalletUnderTest.on(url)) {
            var plan = SuiteConfig.of(wallet.address(), WalletUnderTest.SECRET, TOKENS, Plans.full());
            var outcome = new SuiteRunner(plan, Progress.none()).run();

            assertThat(outcome.aborted()).isEmpty();
            assertThat(outcome.failed()).isEmpty();
            assertThat(outcome.certificate().verdict()).isEqualTo(Certificate.Conclusion.CERTIFIED);
            assertThat(outcome.results()).hasSameSizeAs(plan.cases());
            assertThat(outcome.summary()).containsEntry(Verdict.SKIPPED, 0L);
            System.out.printf("%s: %s in %d ms%n", database, outcome.summary(), outcome.millis());
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }
}
