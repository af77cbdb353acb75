package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.TransactionalWallet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The same, by many threads at once and over two stores: whatever the order, it was one order. */
abstract class StoreRaces extends StoreCase {
    StoreRaces(WalletStoreContract contract) {
        super(contract);
    }

    @Test
    void equal_debits_at_once_are_one_debit_and_all_are_answered_alike() {
        var player = open("player", 300);
        var wallets = twoWallets();
        var results = atOnce(THREADS, i -> done(debit(wallets.get(i % 2), player, id("bet"), "round", 300)));
        assertThat(results).containsOnly(results.get(0));
        assertThat(cents(player)).isZero();
        assertThat(account(player).version()).isEqualTo(1);
    }

    @Test
    void of_debits_at_once_as_many_pass_as_the_balance_covers() {
        var player = open("player", 20 * 7 + 6);
        var wallets = twoWallets();
        var statuses = atOnce(
                THREADS,
                i -> debit(wallets.get(i % 2), player, id("bet-" + i), "round-" + i, 7)
                        .status());
        assertThat(statuses).containsOnly(200, 409);
        assertThat(statuses.stream().filter(status -> status == 200)).hasSize(20);
        assertThat(cents(player)).isEqualTo(6);
        assertThat(account(player).version()).isEqualTo(20);
    }

    @Test
    void equal_credits_at_once_are_one_credit() {
        var player = open("player", 300);
        var wallets = twoWallets();
        done(debit(wallets.get(0), player, id("bet"), "round", 300));
        var results =
                atOnce(THREADS, i -> done(credit(wallets.get(i % 2), player, id("win"), id("bet"), "round", 500)));
        assertThat(results).containsOnly(results.get(0));
        assertThat(cents(player)).isEqualTo(500);
    }

    @Test
    void of_credits_and_rollbacks_of_one_debit_at_once_exactly_one_passes() {
        for (var turn = 0; turn < 5; turn++) {
            var name = "turn-" + turn;
            var player = open(name, 300);
            var wallets = twoWallets();
            done(debit(wallets.get(0), player, id("bet-" + name), "round", 300));
            var statuses = atOnce(
                    THREADS, i -> settle(wallets.get(i % 2), player, name, i).status());
            assertThat(statuses).containsOnly(200, 422);
            assertThat(statuses.stream().filter(status -> status == 200)).hasSize(1);
            assertThat(cents(player)).isIn(300L, 500L);
            assertThat(account(player).version()).isEqualTo(2);
        }
    }

    private Outcome settle(TransactionalWallet wallet, String player, String name, int i) {
        var bet = id("bet-" + name);
        return i / 2 % 2 == 0
                ? credit(wallet, player, id(name + "-win-" + i), bet, "round", 500)
                : rollback(wallet, player, id(name + "-undo-" + i), bet, "round");
    }

    @Test
    void a_debit_and_its_rollback_at_once_cancel_out_in_either_order() {
        for (var turn = 0; turn < 20; turn++) {
            var name = "turn-" + turn;
            var player = open(name, 300);
            var wallets = twoWallets();
            var bet = id("bet-" + name);
            var statuses = atOnce(
                    4,
                    i -> i % 2 == 0
                            ? debit(wallets.get(i / 2), player, bet, "round", 300)
                                    .status()
                            : rollback(wallets.get(i / 2), player, id("undo-" + name), bet, "round")
                                    .status());
            assertThat(statuses.get(1)).isEqualTo(200);
            assertThat(statuses.get(3)).isEqualTo(200);
            assertThat(statuses.get(0)).isIn(200, 422);
            assertThat(cents(player)).isEqualTo(300);
        }
    }

    @Test
    void one_transaction_id_for_two_accounts_at_once_is_taken_by_one_of_them() {
        for (var turn = 0; turn < 10; turn++) {
            var players = List.of(open("first-" + turn, 300), open("second-" + turn, 300));
            var bet = id("bet-" + turn);
            var wallets = twoWallets();
            var statuses = atOnce(
                    8,
                    i -> debit(wallets.get(i / 4), players.get(i % 2), bet, "round", 300)
                            .status());
            assertThat(statuses).containsOnly(200, 422);
            assertThat(cents(players.get(0)) + cents(players.get(1))).isEqualTo(300);
        }
    }

    @Test
    void a_debit_of_every_player_of_a_round_at_once_is_a_round_of_each() {
        var players =
                IntStream.range(0, 16).mapToObj(i -> open("player-" + i, 300)).toList();
        var wallets = twoWallets();
        atOnce(16, i -> done(debit(wallets.get(i % 2), players.get(i), id("bet-" + i), id("round"), 100)));
        atOnce(
                16,
                i -> done(credit(wallets.get(i % 2), players.get(i), id("win-" + i), id("bet-" + i), id("round"), i)));
        IntStream.range(0, 16).forEach(i -> assertThat(cents(players.get(i))).isEqualTo(200 + i));
    }

    @Test
    void the_books_balance_after_a_crowd() {
        var seed = new Random().nextLong();
        var players =
                IntStream.range(0, 5).mapToObj(i -> open("player-" + i, 10_000)).toList();
        var history = new History();
        players.forEach(player -> history.opened(player, 10_000));
        var wallets = twoWallets();
        atOnce(THREADS, thread -> {
            var random = new Random(seed + thread);
            for (var i = 0; i < 10; i++) {
                var player = players.get(random.nextInt(players.size()));
                playRound(wallets.get(random.nextInt(2)), history, player, "t" + thread + "-" + i, random);
            }
            return thread;
        });
        players.forEach(player -> history.closed(player, cents(player)));
        assertThat(history.faults()).as("seed " + seed).isEmpty();
    }

    private void playRound(TransactionalWallet wallet, History history, String player, String name, Random random) {
        var bet = id("bet-" + name);
        var settlement = id("end-" + name);
        long stake = random.nextInt(400);
        long payout = random.nextInt(3) * stake;
        var debit = history.call(player, bet, -stake, () -> debit(wallet, player, bet, name, stake));
        if (random.nextInt(4) == 0) {
            history.call(player, bet, -stake, () -> debit(wallet, player, bet, name, stake));
        }
        if (debit.status() == 200) {
            var undo = random.nextInt(4) == 0;
            for (var i = 0; i <= random.nextInt(2); i++) {
                history.call(
                        player,
                        settlement,
                        undo ? stake : payout,
                        () -> undo
                                ? rollback(wallet, player, settlement, bet, name)
                                : credit(wallet, player, settlement, bet, name, payout));
            }
        }
    }

    private List<TransactionalWallet> twoWallets() {
        return List.of(wallet(), wallet());
    }

    /** Lets that many threads go at one moment and waits for all. */
    static <T> List<T> atOnce(int threads, IntFunction<T> work) {
        var barrier = new CyclicBarrier(threads);
        var pool = Executors.newFixedThreadPool(threads);
        try {
            var calls = IntStream.range(0, threads)
                    .mapToObj(i -> (Callable<T>) () -> {
                        barrier.await();
                        return work.apply(i);
                    })
                    .toList();
            var results = new ArrayList<T>();
            for (var future : pool.invokeAll(calls)) {
                results.add(future.get());
            }
            return results;
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e.getCause() == null ? e : e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }
}
