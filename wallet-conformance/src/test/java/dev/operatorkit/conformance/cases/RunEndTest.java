package dev.operatorkit.conformance.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wallets.Aftermath;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks the cases that judge what a wallet still knows at the end of a run. */
class RunEndTest {
    @AutoClose
    private final ConfigurableWallet wallet = ConfigurableWallet.correct();

    private static final String CLOSED = "first-closed-rounds-stay-closed-at-the-end";

    private enum Closing {
        WIN,
        LOSS,
        ROLLBACK
    }

    @ParameterizedTest
    @EnumSource(Closing.class)
    void a_wallet_that_forgets_during_the_run_which_rounds_are_closed_fails(Closing closing) {
        var result = play(closing, t -> Aftermath.REOPENS_ROUNDS.applyTo(wallet));
        assertThat(result.failed()).singleElement().satisfies(failed -> {
            assertThat(failed.testCase().id()).isEqualTo(CLOSED);
            assertThat(Objects.requireNonNull(failed.failure()).rule()).isEqualTo("RND-4");
        });
    }

    @Test
    void the_case_is_skipped_when_no_round_was_closed_before_it() {
        assertThat(SuiteRuns.run(wallet, 1, SuiteRuns.cases(c -> c.id().equals(CLOSED)))
                        .results())
                .extracting(CaseResult::verdict)
                .containsExactly(Verdict.SKIPPED);
    }

    private SuiteResult play(Closing closing, Script meanwhile) {
        var cases = new ArrayList<>(List.of(
                Case.of("round", "A case of this test closes a round", "RND-2", t -> close(t, closing)),
                Case.of("meanwhile", "A case of this test changes the wallet", "RND-2", meanwhile)
                        .ofWholeRun()));
        cases.addAll(SuiteRuns.cases(c -> c.id().equals(CLOSED)));
        return SuiteRuns.run(wallet, 1, cases);
    }

    private static void close(CaseContext t, Closing closing) {
        var bet = t.bet(3);
        t.settle(
                switch (closing) {
                    case WIN -> t.credit(bet, 5);
                    case LOSS -> t.credit(bet, 0);
                    case ROLLBACK -> t.rollback(bet);
                });
    }
}
