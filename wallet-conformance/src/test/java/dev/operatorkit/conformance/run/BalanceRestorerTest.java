package dev.operatorkit.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wallets.Aftermath;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import dev.operatorkit.conformance.wallets.WalletVariants;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Checks that a run restores the balances at its end, and reports with its last case what it could not restore. */
class BalanceRestorerTest {
    @Test
    void a_round_that_could_not_be_rolled_back_is_rolled_back_at_the_end_and_not_reported() {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var results = run(wallet, t -> {
                t.bet(2);
                wallet.fail(request -> request.contains("/rollback ") ? -1 : 0);
                throw new Failure("WAL-4", "a failure", "another", "", null);
            });
            assertThat(results).extracting(CaseResult::unreturnedBalance).containsOnly("");
            assertThat(wallet.account().balance).isEqualByComparingTo("10000");
            assertThat(wallet.ledger().books().openRounds()).isEmpty();
        }
    }

    @Test
    void a_balance_whose_correction_was_refused_is_corrected_at_the_end_and_not_reported() {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var results = run(wallet, t -> {
                Aftermath.change(wallet.ledger().books(), "-0.05");
                wallet.fail(request -> request.contains("/credit ") ? 422 : 0);
                throw new Failure("WAL-4", "a failure", "another", "", null);
            });
            assertThat(results).extracting(CaseResult::unreturnedBalance).containsOnly("");
            assertThat(wallet.account().balance).isEqualByComparingTo("10000");
        }
    }

    @Test
    void gen_8_a_movement_without_a_response_does_not_end_the_restoring() {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var rollbacks = new AtomicInteger();
            wallet.loseResponses(movement -> movement.startsWith("rollback ") && rollbacks.incrementAndGet() == 1);
            var result =
                    SuiteRuns.run(wallet, 1, List.of(Case.of("bet", "A case of this test", "WAL-4", t -> t.bet(2))));
            assertThat(result.results())
                    .extracting(CaseResult::unreturnedBalance)
                    .containsOnly("");
            assertThat(result.failed()).hasSize(1);
            assertThat(wallet.account().balance).isEqualByComparingTo("10000");
            assertThat(wallet.ledger().books().openRounds()).isEmpty();
        }
    }

    /** Runs a case that disturbs the wallet, and one after which it works again. */
    private static List<CaseResult> run(ConfigurableWallet wallet, Script disturbing) {
        var result = SuiteRuns.run(
                wallet,
                1,
                List.of(
                        Case.of("disturbing", "A case of this test", "WAL-4", disturbing),
                        Case.of("working", "A case of this test", "WAL-4", t -> wallet.fail(request -> 0))
                                .exclusive()));
        assertThat(result.failed()).hasSize(1);
        return result.results();
    }
}
