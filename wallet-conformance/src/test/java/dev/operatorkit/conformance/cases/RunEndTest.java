package dev.operatorkit.conformance.cases;

import static dev.operatorkit.conformance.wallets.SuiteRuns.named;
import static dev.operatorkit.conformance.wallets.SuiteRuns.probe;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.cases.RoundCases.Settling;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.EarlyRounds;
import dev.operatorkit.conformance.suite.Preconditions;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wallets.Aftermath;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import dev.operatorkit.conformance.wallets.WalletVariants;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the cases that judge what a wallet still knows at the end of a run. */
class RunEndTest {
    private static final Case CLOSED = named("first-closed-rounds-stay-closed-at-the-end");
    private static final Case EARLY = named(EarlyRounds.SETTLED_BY);

    @AutoClose
    private final ConfigurableWallet wallet = ConfigurableWallet.correct();

    /** Closes each connection, so that no call without a response is sent again. */
    @AutoClose
    private final ConfigurableWallet closing = new ConfigurableWallet(WalletVariants.slow(), null);

    static Stream<Settling> closings() {
        return Stream.<Settling>of((t, bet) -> t.credit(bet, 5), (t, bet) -> t.credit(bet, 0), CaseContext::rollback);
    }

    @ParameterizedTest
    @MethodSource("closings")
    void a_wallet_that_forgets_during_the_run_which_rounds_are_closed_fails(Settling settling) {
        Script meanwhile = t -> {
            t.settle(settling.apply(t, t.bet(3)));
            Aftermath.REOPENS_ROUNDS.applyTo(wallet);
        };
        assertFails(CLOSED, meanwhile, "RND-4");
    }

    @Test
    void the_case_is_skipped_when_no_round_was_closed_before_it() {
        assertThat(SuiteRuns.run(wallet, 1, List.of(CLOSED)).results())
                .extracting(CaseResult::verdict)
                .containsExactly(Verdict.SKIPPED);
    }

    @Test
    void wal_8_a_wallet_that_settles_rounds_of_the_beginning_passes() {
        var result = play(wallet, EARLY, t -> {
            assertThat(t.journal().applied()).hasSize(3);
            assertThat(t.balance()).isEqualByComparingTo("9999.91");
        });
        assertThat(result.results()).extracting(CaseResult::verdict).containsOnly(Verdict.PASSED);
        assertReturned(wallet, "10000.00");
    }

    @Test
    void wal_11_a_wallet_that_answers_an_old_rollback_and_returns_nothing_fails() {
        assertFails(EARLY, t -> Aftermath.KEEPS_OPEN_STAKES.applyTo(wallet), "RND-3");
    }

    @Test
    void wal_8_a_wallet_that_answers_an_old_credit_and_pays_nothing_fails() {
        assertFails(EARLY, t -> Aftermath.IGNORES_THE_FIRST_WIN.applyTo(wallet), "RND-2");
        assertReturned(wallet, "10000.00");
    }

    @Test
    void a_settlement_without_a_response_is_sent_again() {
        var calls = new AtomicInteger();
        Script meanwhile = t -> closing.fail(request -> settles(request) && calls.incrementAndGet() == 1 ? -1 : 0);
        assertThat(play(closing, EARLY, meanwhile).results())
                .extracting(CaseResult::verdict)
                .containsOnly(Verdict.PASSED);
        assertThat(calls).hasValueGreaterThan(1);
        assertReturned(closing, "200.00");
    }

    private static boolean settles(String request) {
        return request.contains("/credit ") || request.contains("/rollback ");
    }

    @Test
    void d_63_a_balance_that_is_too_low_is_a_limit_of_the_tester_and_says_what_is_missing() {
        try (var poor = new ConfigurableWallet(WalletVariants.of("/wallet", "EUR", 2, 65), null)) {
            var skipped =
                    play(poor, EARLY, CaseContext::balance).results().getLast().detail();
            assertThat(skipped).startsWith("needs 0.69 EUR, ").endsWith(" has 0.65");
            assertThat(Preconditions.isLimitOfTester(skipped)).isTrue();
        }
    }

    @Test
    void debits_that_can_never_be_rolled_back_are_reported() {
        var debits = new AtomicInteger();
        closing.fail(request -> request.contains("/debit ") && debits.incrementAndGet() == 3
                ? 500
                : request.contains("/rollback ") ? -1 : 0);
        var reported = new StringBuilder();
        play(closing, EARLY, CaseContext::balance).results().forEach(each -> reported.append(each.unreturnedBalance()));
        synchronized (closing.ledger()) {
            assertThat(closing.ledger().books().openedBy.values())
                    .filteredOn(debit -> debit.amount().signum() != 0)
                    .hasSize(2)
                    .allSatisfy(debit -> assertThat(reported).contains("open: debit " + debit.id() + " of round "));
        }
    }

    /** Runs a script, and after it this case. */
    private static SuiteResult play(ConfigurableWallet wallet, Case last, Script meanwhile) {
        return SuiteRuns.run(wallet, 1, List.of(probe("meanwhile", meanwhile), last));
    }

    private void assertFails(Case last, Script meanwhile, String rule) {
        assertThat(play(wallet, last, meanwhile).failed()).singleElement().satisfies(failed -> {
            assertThat(failed.testCase()).isEqualTo(last);
            assertThat(Objects.requireNonNull(failed.failure()).rule()).isEqualTo(rule);
        });
    }

    private static void assertReturned(ConfigurableWallet wallet, String balance) {
        synchronized (wallet.ledger()) {
            assertThat(wallet.account().balance).isEqualByComparingTo(balance);
            assertThat(wallet.ledger().books().openRounds()).isEmpty();
        }
    }
}
