package dev.operatorkit.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Script;
import dev.operatorkit.conformance.wallets.ConfigurableWallet;
import dev.operatorkit.conformance.wallets.SuiteRuns;
import dev.operatorkit.conformance.wallets.WalletStorage;
import dev.operatorkit.conformance.wallets.WalletVariants;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
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
            assertThat(balance(wallet)).isEqualByComparingTo("10000");
            assertThat(wallet.ledger().books().openRounds()).isEmpty();
        }
    }

    @Test
    void a_balance_whose_correction_was_refused_is_corrected_at_the_end_and_not_reported() {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            var results = run(wallet, t -> {
                lose(wallet, "0.05");
                wallet.fail(request -> request.contains("/credit ") ? 422 : 0);
                throw new Failure("WAL-4", "a failure", "another", "", null);
            });
            assertThat(results).extracting(CaseResult::unreturnedBalance).containsOnly("");
            assertThat(balance(wallet)).isEqualByComparingTo("10000");
        }
    }

    /** The account {@code 1} is no part of an amount with that digit: only the player with a wrong balance is reported. */
    @Test
    void what_was_restored_of_one_player_is_not_reported_for_another() {
        try (var wallet = new ConfigurableWallet(WalletVariants.usual(), null)) {
            rename(wallet, "acc-1", "1");
            rename(wallet, "acc-2", "2");
            var losing = Case.of("losing", "A case of this test", "WAL-4", t -> {
                        t.balance(t.other());
                        t.bet(2);
                        change(wallet, "1", "-0.05");
                        change(wallet, "2", "-0.11");
                        wallet.fail(request -> request.contains("/credit ") ? 422 : 0);

                        throw new Failure("WAL-4", "a failure", "another", "", null);
                    })
                    .twoPlayers();
            var working = Case.of(
                            "working",
                            "A case of this test",
                            "WAL-4",
                            t -> wallet.fail(request ->
                                    request.contains("/credit ") && request.contains("\"playerId\":\"1\"") ? 422 : 0))
                    .ofWholeRun();
            assertThat(SuiteRuns.run(wallet, 2, List.of(losing, working)).results())
                    .extracting(CaseResult::unreturnedBalance)
                    .containsExactly("", "1 lacks 0.05 EUR");
        }
    }

    private static void rename(ConfigurableWallet wallet, String from, String to) {
        var accounts = wallet.ledger().books().accounts;
        var account = Objects.requireNonNull(accounts.remove(from));
        accounts.put(to, new WalletStorage.Account(to, account.token, account.balance));
    }

    private static void change(ConfigurableWallet wallet, String id, String amount) {
        var account = Objects.requireNonNull(wallet.ledger().books().accounts.get(id));
        account.balance = account.balance.add(new BigDecimal(amount));
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
            assertThat(balance(wallet)).isEqualByComparingTo("10000");
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

    private static void lose(ConfigurableWallet wallet, String amount) {
        var account = account(wallet);
        account.balance = account.balance.subtract(new BigDecimal(amount));
    }

    private static BigDecimal balance(ConfigurableWallet wallet) {
        return account(wallet).balance;
    }

    private static WalletStorage.Account account(ConfigurableWallet wallet) {
        return Objects.requireNonNull(wallet.ledger().books().accounts.get("acc-1"));
    }
}
