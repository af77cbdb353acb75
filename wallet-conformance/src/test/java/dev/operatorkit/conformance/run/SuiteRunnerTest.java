package dev.operatorkit.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.Defect;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import dev.operatorkit.conformance.wallets.WalletVariants;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks how a run treats a wallet that does not respond. */
class SuiteRunnerTest {
    private final AtomicInteger tries = new AtomicInteger();

    @ParameterizedTest
    @CsvSource({"1, 2", "9, 2"})
    void a_case_without_a_response_is_retried_once(int silent, int expected) {
        run(t -> {
            if (tries.incrementAndGet() <= silent) {
                t.send(t.request(t.debit(1)).body("no JSON"));
            }
            t.settle(t.rollback(t.bet(1)));
        });
        assertThat(tries).hasValue(expected);
    }

    @Test
    void a_case_that_fails_for_another_reason_is_not_retried() {
        run(t -> {
            tries.incrementAndGet();
            Check.require(false, "WAL-4", "something", "nothing", "");
        });
        assertThat(tries).hasValue(1);
    }

    private static void run(Script script) {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), Defect.CRASHES_ON_BAD_BODIES)) {
            SuiteRuns.run(wallet, 1, List.of(Case.of("probe", "A case of this test", "WAL-4", script)));
        }
    }
}
