package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.TransactionalWallet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests movements with many threads on several stores. After every test, the ledger must be a linearization of them. */
abstract class StoreRaces extends StoreTestSupport {
    private final List<TransactionalWallet> wallets;
    private final CallHistory history = new CallHistory();
    private final List<String> players = new ArrayList<>();

    StoreRaces(WalletStoreContract contract) {
        super(contract);
        wallets = List.of(
                wallet(),
                wallet(store(), GroupCommitOptions.defaults().withCommitters(3)),
                wallet(store(), GroupCommitOptions.defaults().withCommitters(2).withDedicatedThreads()));
    }

    @AfterEach
    void each_account_has_one_history() {
        wallets.forEach(TransactionalWallet::close);
        assertThat(history.violations(store())).isEmpty();
    }

    @Test
    void concurrent_identical_debits_are_applied_once_and_get_the_same_response() {
        var player = opened("player", 300);
        var results = concurrently(THREADS, i -> done(bet(i, player, "bet", "round", 300)));
        assertThat(results).containsOnly(results.get(0));
        assertThat(cents(player)).isZero();
        assertThat(account(player).version()).isEqualTo(1);
    }

    @Test
    void exactly_as_many_concurrent_debits_succeed_as_the_balance_covers() {
        var player = opened("player", 20 * 7 + 6);
        var statuses = concurrently(
                THREADS, i -> bet(i, player, "bet-" + i, "round-" + i, 7).status());
        assertThat(statuses).containsOnly(200, 409);
        assertThat(statuses.stream().filter(status -> status == 200)).hasSize(20);
        assertThat(cents(player)).isEqualTo(6);
        assertThat(account(player).version()).isEqualTo(20);
    }

    @Test
    void concurrent_identical_credits_are_applied_once_and_get_the_same_response() {
        var player = opened("player", 300);
        done(bet(0, player, "bet", "round", 300));
        var results = concurrently(THREADS, i -> done(win(i, player, "win", "bet", "round", 500)));
        assertThat(results).containsOnly(results.get(0));
        assertThat(cents(player)).isEqualTo(500);
    }

    @Test
    void exactly_one_of_concurrent_credits_and_rollbacks_of_a_debit_succeeds() {
        for (var turn = 0; turn < 5; turn++) {
            var name = "turn-" + turn;
            var player = opened(name, 300);
            done(bet(0, player, "bet-" + name, "round", 300));
            var statuses = concurrently(THREADS, i -> settle(i, player, name).status());
            assertThat(statuses).containsOnly(200, 422);
            assertThat(statuses.stream().filter(status -> status == 200)).hasSize(1);
            assertThat(cents(player)).isIn(300L, 500L);
            assertThat(account(player).version()).isEqualTo(2);
        }
    }

    private Outcome settle(int i, String player, String name) {
        return i % 2 == 0
                ? win(i / 2, player, name + "-win-" + i, "bet-" + name, "round", 500)
                : undo(i / 2, player, name + "-undo-" + i, "bet-" + name, "round");
    }

    @Test
    void a_concurrent_debit_and_rollback_cancel_out_in_either_order() {
        for (var turn = 0; turn < 20; turn++) {
            var name = "turn-" + turn;
            var player = opened(name, 300);
            var statuses = concurrently(
                    6,
                    i -> i % 2 == 0
                            ? bet(i / 2, player, "bet-" + name, "round", 300).status()
                            : undo(i / 2, player, "undo-" + name, "bet-" + name, "round")
                                    .status());
            for (var i = 0; i < 6; i += 2) {
                assertThat(statuses.get(i)).isIn(200, 422);
                assertThat(statuses.get(i + 1)).isEqualTo(200);
            }
            assertThat(cents(player)).isEqualTo(300);
        }
    }

    @Test
    void a_transaction_id_used_by_two_accounts_concurrently_succeeds_for_one_of_them() {
        for (var turn = 0; turn < 10; turn++) {
            var bet = "bet-" + turn;
            var two = openedTogether("turn-" + turn);
            var statuses = concurrently(
                    12, i -> bet(i / 2, two.get(i % 2), bet, "round", 300).status());
            assertThat(statuses).containsOnly(200, 422);
            assertThat(cents(two.get(0)) + cents(two.get(1))).isEqualTo(300);
        }
    }

    @Test
    void of_a_debit_and_a_concurrent_tombstone_of_another_account_for_its_id_one_succeeds() {
        for (var turn = 0; turn < 30; turn++) {
            var name = "turn-" + turn;
            var two = openedTogether(name);
            var statuses = concurrently(
                    6,
                    i -> i % 2 == 0
                            ? bet(process(i / 2), two.get(0), "bet-" + name, "round", 300)
                                    .status()
                            : undo(process(i / 2), two.get(1), "undo-" + name, "bet-" + name, "round")
                                    .status());
            var bets = IntStream.range(0, 3).mapToObj(i -> statuses.get(2 * i)).distinct();
            var undos =
                    IntStream.range(0, 3).mapToObj(i -> statuses.get(2 * i + 1)).distinct();
            assertThat(Stream.concat(bets, undos)).containsExactlyInAnyOrder(200, 422);
        }
    }

    /** Returns the same wallet for all turns when the database has one writer, and thereby one process. */
    private int process(int turn) {
        return hasSingleWriter() ? 0 : turn;
    }

    @Test
    void concurrent_debits_of_several_players_with_one_round_id_open_a_round_for_each() {
        var sixteen =
                IntStream.range(0, 16).mapToObj(i -> opened("player-" + i, 300)).toList();
        concurrently(16, i -> done(bet(i, sixteen.get(i), "bet-" + i, id("round"), 100)));
        concurrently(16, i -> done(win(i, sixteen.get(i), "win-" + i, "bet-" + i, id("round"), i)));
        IntStream.range(0, 16).forEach(i -> assertThat(cents(sixteen.get(i))).isEqualTo(200 + i));
    }

    @Test
    void the_ledger_balances_after_many_concurrent_movements() {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        IntStream.range(0, 5).forEach(i -> opened("player-" + i, 10_000));
        concurrently(THREADS, thread -> {
            var random = new Random(seed + thread);
            for (var i = 0; i < 10; i++) {
                playRound(players.get(random.nextInt(players.size())), "t" + thread + "-" + i, random);
            }
            return thread;
        });
    }

    private void playRound(String player, String name, Random random) {
        var bet = "bet-" + name;
        long stake = random.nextInt(400);
        long payout = random.nextInt(3) * stake;
        var debit = bet(random.nextInt(3), player, bet, name, stake);
        if (random.nextInt(4) == 0) {
            bet(random.nextInt(3), player, bet, name, stake);
        }
        if (debit.status() == 200) {
            var undo = random.nextInt(4) == 0;
            for (var i = 0; i <= random.nextInt(2); i++) {
                if (undo) {
                    undo(random.nextInt(3), player, "end-" + name, bet, name);
                } else {
                    win(random.nextInt(3), player, "end-" + name, bet, name, payout);
                }
            }
        }
    }

    private String opened(String name, long cents) {
        return record(open(name, cents), cents);
    }

    /** Opens two accounts of one partition with a balance of 300. */
    private List<String> openedTogether(String name) {
        var first = opened(name, 300);
        return List.of(first, record(openTogether(first, name, 300), 300));
    }

    private String record(String player, long cents) {
        players.add(player);
        history.recordOpening(player, cents);
        return player;
    }

    private TransactionalWallet turn(int i) {
        return wallets.get(i % wallets.size());
    }

    private Outcome bet(int turn, String player, String name, String round, long cents) {
        return history.record(player, id(name), () -> debit(turn(turn), player, id(name), round, cents));
    }

    private Outcome win(int turn, String player, String name, String bet, String round, long cents) {
        return history.record(player, id(name), () -> credit(turn(turn), player, id(name), id(bet), round, cents));
    }

    private Outcome undo(int turn, String player, String name, String bet, String round) {
        return history.record(player, id(name), () -> rollback(turn(turn), player, id(name), id(bet), round));
    }
}
