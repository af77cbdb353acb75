package dev.operatorkit.conformance.run;

import static dev.operatorkit.conformance.wallets.SuiteRuns.probe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wallets.Aftermath;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.Defect;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks how a run treats a wallet that does not respond, and that it restores balances and rounds. */
class SuiteRunnerTest {
    private static final Failure FAILURE = new Failure("WAL-4", "a failure", "another", "", null);

    @AutoClose
    private final ConfigurableWallet wallet = ConfigurableWallet.correct();

    @AutoClose
    private final ConfigurableWallet crashing = ConfigurableWallet.with(Defect.CRASHES_ON_BAD_BODIES);

    private final AtomicInteger tries = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(ints = {1, 9})
    void a_case_without_a_response_is_retried_once(int silent) {
        SuiteRuns.run(crashing, 1, List.of(probe("probe", t -> {
            if (tries.incrementAndGet() <= silent) {
                t.send(t.request(t.debit(1)).body("no JSON"));
            }
            t.settle(t.rollback(t.bet(1)));
        })));
        assertThat(tries).hasValue(2);
    }

    @Test
    void a_case_that_fails_for_another_reason_is_not_retried() {
        SuiteRuns.run(crashing, 1, List.of(probe("probe", t -> {
            tries.incrementAndGet();
            throw FAILURE;
        })));
        assertThat(tries).hasValue(1);
    }

    @Test
    void rounds_that_a_case_leaves_open_are_rolled_back_before_the_next_one() {
        var next = probe("next", t -> {
            var open = wallet.ledger().books().openRounds();
            Check.require(open.isEmpty(), "WAL-4", "no open round", open.toString(), "");
        });
        assertThat(SuiteRuns.run(wallet, 1, List.of(probe("opening", t -> t.bet(5)), next))
                        .failed())
                .isEmpty();
    }

    @Test
    void a_round_that_could_not_be_rolled_back_is_rolled_back_at_the_end_and_not_reported() {
        assertRestoredAfter(
                t -> {
                    t.bet(2);
                    wallet.fail(request -> request.contains("/rollback ") ? -1 : 0);
                    throw FAILURE;
                },
                1);
    }

    @Test
    void a_balance_whose_correction_was_refused_is_corrected_at_the_end_and_not_reported() {
        assertRestoredAfter(
                t -> {
                    Aftermath.change(wallet.ledger().books(), "-0.05");
                    wallet.fail(request -> request.contains("/credit ") ? 422 : 0);
                    throw FAILURE;
                },
                1);
    }

    @Test
    void gen_8_a_movement_without_a_response_does_not_end_the_restoring() {
        var rollbacks = new AtomicInteger();
        wallet.loseResponses(movement -> movement.startsWith("rollback ") && rollbacks.incrementAndGet() == 1);
        assertRestoredAfter(t -> t.bet(2), 0);
    }

    /** Runs a case that disturbs the wallet, and one after which it works again; so many of them fail. */
    private void assertRestoredAfter(Script disturbing, int failed) {
        var working = probe("working", t -> wallet.fail(request -> 0)).exclusive();
        var result = SuiteRuns.run(wallet, 1, List.of(probe("disturbing", disturbing), working));
        assertThat(result.failed()).hasSize(failed);
        assertThat(result.results()).extracting(CaseResult::unreturnedBalance).containsOnly("");
        assertThat(wallet.account().balance).isEqualByComparingTo("10000");
        assertThat(wallet.ledger().books().openRounds()).isEmpty();
    }
}
