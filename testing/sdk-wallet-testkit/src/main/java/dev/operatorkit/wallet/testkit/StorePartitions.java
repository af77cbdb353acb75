package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.InvalidCallback;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.Wallet.TransactionLookup;
import dev.operatorkit.wallet.testkit.FaultyStore.Fault;
import dev.operatorkit.wallet.testkit.FaultyStore.Step;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests which answers hold across the partitions of a store. In a store with one partition, the same tests show that two
 * accounts never share an id (D-52).
 */
abstract class StorePartitions extends StoreTestSupport {
    StorePartitions(WalletStoreContract contract) {
        super(contract);
    }

    @Test
    void an_account_is_in_the_same_partition_for_every_store_whether_it_exists_or_not() {
        for (var account : List.of(open("player", 0), "a", "x".repeat(255), "\uD83D\uDE00".repeat(255), "\u00e9")) {
            assertThat(store().partition(account)).as(account).isEqualTo(store().partition(account));
        }
    }

    @Test
    void a_transaction_is_found_with_its_account_and_without() {
        var player = open("player", 1_000);
        var other = openElsewhere(player, "other", 1_000);
        done(debit(wallet(), player, id("bet"), "round", 300));
        assertThat(store().findTransaction(id("bet"))).isPresent();
        assertThat(store().findTransaction(new TransactionLookup(player, id("bet"))))
                .isPresent();
        assertThat(wallet().findTransaction(new TransactionLookup(player, id("bet")), CallbackContext.ofBody()))
                .isPresent();
        assertThat(wallet().findTransaction(new TransactionLookup(other, id("bet")), CallbackContext.ofBody()))
                .isEmpty();
    }

    /** With one committer, a batch holds movements of several partitions if the store combines them: all or none. */
    @Test
    void movements_of_many_partitions_that_fail_together_are_each_applied_once() {
        var players = IntStream.range(0, THREADS)
                .mapToObj(i -> open("player-" + i, 1_000))
                .toList();
        var faulty = new FaultyStore(store());
        for (var step : FaultyStore.Step.values()) {
            faulty.inject(step, Fault.NONE, Fault.NONE, Fault.ROLLED_BACK, Fault.NONE, Fault.COLLISION, Fault.NONE);
        }
        faulty.inject(Step.COMMIT, Fault.LOST_AFTER, Fault.NONE, Fault.LOST_BEFORE, Fault.NONE, Fault.LOST_AFTER);
        try (var wallet = wallet(faulty, GroupCommitOptions.defaults().withCommitters(1))) {
            concurrently(THREADS, i -> {
                var bet = id("bet-" + i);
                while (debit(wallet, players.get(i), bet, "round", 300).status() != 200) {
                    Thread.onSpinWait();
                }
                while (credit(wallet, players.get(i), id("win-" + i), bet, "round", 100)
                                .status()
                        != 200) {
                    Thread.onSpinWait();
                }
                return i;
            });
        }
        for (var player : players) {
            assertThat(cents(player)).isEqualTo(800);
            assertThat(account(player).version()).isEqualTo(2);
        }
    }

    @Test
    void an_id_of_another_account_is_refused_in_its_partition_and_applied_in_any_other() {
        var player = open("player", 1_000);
        var other = openElsewhere(player, "other", 1_000);
        var first = done(debit(wallet(), player, id("bet"), "round", 300));
        var second = debit(wallet(), other, id("bet"), "round", 400);
        assertThat(second.status()).isEqualTo(areApart(player, other) ? 200 : 422);
        assertThat(cents(other)).isEqualTo(areApart(player, other) ? 600 : 1_000);
        assertThat(done(debit(wallet(), player, id("bet"), "round", 300))).isEqualTo(first);
        assertThat(debit(wallet(), other, id("bet"), "round", 400)).isEqualTo(second);
        assertThat(cents(player)).isEqualTo(700);
    }

    @Test
    void a_settlement_that_names_another_player_is_refused_wherever_that_player_is() {
        var player = open("player", 1_000);
        var other = openElsewhere(player, "other", 1_000);
        done(debit(wallet(), player, id("bet"), "round", 300));
        assertThat(rollback(wallet(), other, id("undo"), id("bet"), "round").status())
                .isEqualTo(422);
        assertThat(credit(wallet(), other, id("win"), id("bet"), "round", 300).status())
                .isEqualTo(422);
        assertThat(account(other).version()).isZero();
        done(rollback(wallet(), player, id("undo"), id("bet"), "round"));
        assertThat(cents(player)).isEqualTo(1_000);
    }

    @Test
    void a_callback_that_names_no_account_is_answered_from_any_partition() {
        var player = open("player", 1_000);
        var other = openElsewhere(player, "other", 1_000);
        for (var account : List.of(player, other)) {
            var stored = debit(wallet(), account, id("bet-of-" + account), "round", 300);
            var replay = new InvalidCallback(Kind.DEBIT, id("bet-of-" + account), null, null, "playerId is missing");
            assertThat(wallet().answerInvalid(replay, context(""))).isEqualTo(stored);
        }
        var unknown = new InvalidCallback(Kind.DEBIT, id("never"), null, null, "playerId is missing");
        assertThat(wallet().answerInvalid(unknown, context("")).status()).isEqualTo(422);
    }

    private boolean areApart(String first, String second) {
        return store().partition(first) != store().partition(second);
    }
}
