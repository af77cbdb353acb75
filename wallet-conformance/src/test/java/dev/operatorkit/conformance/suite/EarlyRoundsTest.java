package dev.operatorkit.conformance.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.wallets.Aftermath;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import dev.operatorkit.conformance.wallets.WalletVariants;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Checks the rounds that a run opens at its beginning and settles at its end. */
class EarlyRoundsTest {
    @AutoClose
    private final ConfigurableWallet wallet = ConfigurableWallet.correct();

    private static final List<Case> SETTLING = SuiteRuns.cases(c -> c.id().equals(EarlyRounds.SETTLED_BY));

    @Test
    void wal_8_a_wallet_that_settles_rounds_of_the_beginning_passes() {
        var result = play(wallet, t -> {
            assertThat(t.journal().applied()).hasSize(3);
            assertThat(t.balance()).isEqualByComparingTo("9999.91");
        });
        assertThat(result.results()).extracting(CaseResult::verdict).containsOnly(Verdict.PASSED);
        assertEverythingIsReturned(wallet, "10000.00");
    }

    @Test
    void wal_11_a_wallet_that_answers_an_old_rollback_and_returns_nothing_fails() {
        assertFails(play(wallet, t -> Aftermath.KEEPS_OPEN_STAKES.applyTo(wallet)), "RND-3");
    }

    @Test
    void wal_8_a_wallet_that_answers_an_old_credit_and_pays_nothing_fails() {
        assertFails(play(wallet, t -> Aftermath.IGNORES_THE_FIRST_WIN.applyTo(wallet)), "RND-2");
        assertEverythingIsReturned(wallet, "10000.00");
    }

    @Test
    void a_settlement_without_a_response_is_sent_again() {
        try (var wallet = closing()) {
            var calls = new AtomicInteger();
            var result = play(
                    wallet, t -> wallet.fail(request -> settles(request) && calls.incrementAndGet() == 1 ? -1 : 0));
            assertThat(result.results()).extracting(CaseResult::verdict).containsOnly(Verdict.PASSED);
            assertThat(calls).hasValueGreaterThan(1);
            assertEverythingIsReturned(wallet, "200.00");
        }
    }

    @Test
    void d_63_a_balance_that_is_too_low_is_a_limit_of_the_tester_and_says_what_is_missing() {
        try (var wallet = new ConfigurableWallet(WalletVariants.of("/wallet", "EUR", 2, 65), null)) {
            var skipped = settling(play(wallet, CaseContext::balance));
            assertThat(skipped.detail()).startsWith("needs 0.69 EUR, ").endsWith(" has 0.65");
            assertThat(Preconditions.isLimitOfTester(skipped.detail())).isTrue();
        }
    }

    @Test
    void debits_that_can_never_be_rolled_back_are_reported() {
        try (var wallet = closing()) {
            var debits = new AtomicInteger();
            wallet.fail(request -> request.contains("/debit ") && debits.incrementAndGet() == 3
                    ? 500
                    : request.contains("/rollback ") ? -1 : 0);
            var reported = new StringBuilder();
            play(wallet, CaseContext::balance).results().forEach(each -> reported.append(each.unreturnedBalance()));
            synchronized (wallet.ledger()) {
                assertThat(wallet.ledger().books().openedBy.values())
                        .filteredOn(debit -> debit.amount().signum() != 0)
                        .hasSize(2)
                        .allSatisfy(debit -> assertThat(reported).contains("open: debit " + debit.id() + " of round "));
            }
        }
    }

    private static boolean settles(String request) {
        return request.contains("/credit ") || request.contains("/rollback ");
    }

    private static CaseResult settling(SuiteResult result) {
        return result.results().stream()
                .filter(each -> each.testCase().id().equals(EarlyRounds.SETTLED_BY))
                .findFirst()
                .orElseThrow();
    }

    private static SuiteResult play(ConfigurableWallet wallet, Script meanwhile) {
        return SuiteRuns.run(wallet, 1, with(meanwhile));
    }

    private static List<Case> with(Script meanwhile) {
        var cases = new ArrayList<>(
                List.of(Case.of("meanwhile", "A case of this test, while the rounds are open", "RND-1", meanwhile)));
        cases.addAll(SETTLING);
        return cases;
    }

    private static void assertFails(SuiteResult result, String rule) {
        assertThat(result.failed()).singleElement().satisfies(failed -> {
            assertThat(failed.testCase().id()).isEqualTo(EarlyRounds.SETTLED_BY);
            assertThat(Objects.requireNonNull(failed.failure()).rule()).isEqualTo(rule);
        });
    }

    private static void assertEverythingIsReturned(ConfigurableWallet wallet, String balance) {
        synchronized (wallet.ledger()) {
            assertThat(wallet.account().balance).isEqualByComparingTo(balance);
            assertThat(wallet.ledger().books().openRounds()).isEmpty();
        }
    }

    /** Creates a wallet that closes each connection, so that no call without a response is sent again. */
    private static ConfigurableWallet closing() {
        return new ConfigurableWallet(WalletVariants.slow(), null);
    }
}
