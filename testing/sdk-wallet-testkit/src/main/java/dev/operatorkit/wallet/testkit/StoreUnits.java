package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.GroupCommitOptions;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a unit of work: it is atomic, units of one account run one after the other, and keys are unique. */
abstract class StoreUnits extends StoreTestSupport {
    private static final int ATTEMPTS = 20;

    StoreUnits(WalletStoreContract contract) {
        super(contract);
    }

    @Test
    void data_that_was_never_stored_is_absent() {
        var unknown = newAccountId("unknown");
        var facts = read(store(), unknown, Set.of(id("tx")), Set.of(new Round.Key(unknown, id("round"))));
        assertThat(facts.accounts()).isEmpty();
        assertThat(facts.transactions()).isEmpty();
        assertThat(facts.settlements()).isEmpty();
        assertThat(facts.rounds()).isEmpty();
        assertThat(store().findTransaction(id("tx"))).isEmpty();
    }

    @Test
    void committed_data_is_read_by_the_next_unit_of_any_store() {
        var player = open("player", 1_000);
        assertThat(account(player).balance().minorUnits()).isEqualTo(1_000);
        assertThat(account(player).version()).isZero();
        var changes = debitOf(account(player), id("tx"), "round", 300);
        var key = new Round.Key(player, "round");
        var other = store(); // It must not remember that they were absent.
        assertThat(other.findTransaction(id("tx"))).isEmpty();
        assertThat(read(other, player, Set.of(id("tx")), Set.of(key)).rounds()).isEmpty();
        commit(store(), player, changes);

        var facts = read(other, player, Set.of(id("tx"), id("more")), Set.of(key));
        assertThat(the(facts.accounts(), player))
                .isEqualTo(changes.accounts().iterator().next());
        assertThat(facts.rounds()).containsEntry(key, new Round(key, id("tx"), Round.State.BET));
        assertSame(the(facts.transactions(), id("tx")), changes);
        assertSame(other.findTransaction(id("tx")).orElseThrow(), changes);
    }

    @Test
    void a_unit_closed_without_a_commit_changes_nothing() {
        var player = open("player", 1_000);
        try (var unit = store().begin()) {
            var facts = unit.lockAndRead(new ReadRequest(Set.of(player), Set.of(), Set.of()));
            unit.write(debitOf(the(facts.accounts(), player), id("tx"), "round", 300));
            assertThat(store().findTransaction(id("tx")))
                    .as("before the commit")
                    .isEmpty();
        }
        try (var unit = store().begin()) {
            var key = new Round.Key(player, "round");
            var facts = unit.lockAndRead(new ReadRequest(Set.of(player), Set.of(id("tx")), Set.of(key)));
            assertThat(the(facts.accounts(), player).version()).isZero();
            assertThat(facts.transactions()).isEmpty();
            assertThat(facts.rounds()).isEmpty();
            unit.commit(); // of a unit that only reads
        }
    }

    @Test
    void a_settlement_is_found_by_its_debit() {
        var player = open("player", 1_000);
        commit(store(), player, debitOf(account(player), id("bet"), "round", 300));
        commit(store(), player, creditOf(account(player), id("win"), id("bet"), "round", 500));
        var tombstone = entry(Kind.ROLLBACK, account(player), id("undo"), "other", id("unknown"), 0);
        commit(store(), player, changes(account(player), tombstone).build());

        var key = new Round.Key(player, "round");
        var facts = read(store(), player, Set.of(id("bet"), id("unknown")), Set.of(key));
        assertThat(the(facts.settlements(), id("bet")).transactionId()).isEqualTo(id("win"));
        assertThat(the(facts.settlements(), id("unknown")).transactionId()).isEqualTo(id("undo"));
        assertThat(facts.transactions()).containsOnlyKeys(id("bet"));
        assertThat(the(facts.rounds(), key).state()).isEqualTo(Round.State.SETTLED);
        assertThat(the(facts.accounts(), player).balance().minorUnits()).isEqualTo(1_200);
    }

    @Test
    void a_round_may_be_opened_and_closed_in_one_unit() {
        var player = open("player", 1_000);
        var bet = entry(Kind.DEBIT, account(player), id("bet"), "round", null, -300);
        var win = entry(Kind.CREDIT, after(account(player), bet), id("win"), "round", id("bet"), 500);
        var key = new Round.Key(player, "round");
        var round = new Round(key, id("bet"), Round.State.SETTLED);
        commit(
                store(),
                player,
                Changes.builder()
                        .transactions(List.of(bet, win))
                        .newRounds(List.of(round))
                        .accounts(List.of(after(after(account(player), bet), win)))
                        .build());
        assertThat(read(store(), player, Set.of(), Set.of(key)).rounds()).containsEntry(key, round);
        assertThat(account(player).version()).isEqualTo(2);
        assertThat(cents(player)).isEqualTo(1_200);
    }

    @Test
    void a_round_id_is_unique_only_within_an_account() {
        var first = open("first", 1_000);
        var second = open("second", 1_000);
        commit(store(), first, debitOf(account(first), id("one"), id("round"), 300));
        commit(store(), second, debitOf(account(second), id("two"), id("round"), 300));
        var key = new Round.Key(second, id("round"));
        assertThat(the(read(store(), second, Set.of(), Set.of(key)).rounds(), key)
                        .debitTransactionId())
                .isEqualTo(id("two"));

        commit(store(), second, creditOf(account(second), id("win"), id("two"), id("round"), 1));
        var other = new Round.Key(first, id("round"));
        assertThat(the(read(store(), first, Set.of(), Set.of(other)).rounds(), other)
                        .state())
                .isEqualTo(Round.State.BET);
    }

    @Test
    void a_unit_of_many_accounts_is_written_completely() {
        List<StoredTransaction> entries = new ArrayList<>();
        List<Round> rounds = new ArrayList<>();
        List<Account> accounts = new ArrayList<>();
        var first = open("first", 1_000);
        IntStream.range(0, 300).forEach(i -> {
            var account = account(openTogether(first, "player", 1_000));
            var one = debitOf(account, id("tx-" + i), "round", i);
            entries.addAll(one.transactions());
            rounds.addAll(one.newRounds());
            accounts.addAll(one.accounts());
        });
        var ids = new LinkedHashSet<String>();
        entries.forEach(entry -> ids.add(entry.transactionId()));
        var players = new LinkedHashSet<String>();
        accounts.forEach(account -> players.add(account.id()));
        var keys = new LinkedHashSet<Round.Key>();
        rounds.forEach(round -> keys.add(round.key()));
        try (var unit = store().begin()) {
            assertThat(unit.lockAndRead(new ReadRequest(players, ids, keys)).accounts())
                    .hasSize(300);
            unit.write(Changes.builder()
                    .transactions(entries)
                    .newRounds(rounds)
                    .accounts(accounts)
                    .build());
            unit.commit();
        }
        ids.add(id("more"));
        try (var unit = store().begin()) {
            var facts = unit.lockAndRead(new ReadRequest(players, ids, keys));
            assertThat(facts.accounts().values()).containsExactlyInAnyOrderElementsOf(accounts);
            assertThat(facts.transactions().values())
                    .usingRecursiveFieldByFieldElementComparator()
                    .containsExactlyInAnyOrderElementsOf(entries);
            assertThat(facts.rounds().values()).containsExactlyInAnyOrderElementsOf(rounds);
        }
    }

    @Test
    void a_unit_waits_for_another_on_the_same_account_and_then_reads_its_changes() {
        var player = open("player", 1_000);
        var waiting = new CountDownLatch(1);
        CompletableFuture<Long> seen;
        try (var unit = store().begin()) {
            var facts = unit.lockAndRead(new ReadRequest(Set.of(player), Set.of(), Set.of()));
            seen = CompletableFuture.supplyAsync(() -> {
                waiting.countDown();
                return versionAfterWaiting(player);
            });
            waiting.await();
            unit.write(debitOf(the(facts.accounts(), player), id("tx"), "round", 300));
            unit.commit();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(seen.join()).isEqualTo(1);
    }

    /** Reads again if the database ended the wait, as on a machine that pauses the other unit. */
    private long versionAfterWaiting(String player) {
        for (var attempt = 1; attempt < ATTEMPTS; attempt++) {
            try {
                return account(player).version();
            } catch (RolledBack e) {
                // It read nothing yet.
            }
        }
        return account(player).version();
    }

    /** A retry would wait as long again, so the unit must not ask for one. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_unit_gives_up_a_lock_that_another_unit_does_not_release(boolean account) {
        var ofAccount = account || hasSingleWriter(); // Where one unit writes at a time, ids need no lock.
        var player = open("player", 1_000);
        var other = openTogether(player, "other", 1_000);
        try (var unit = store().begin()) {
            unit.lockAndRead(new ReadRequest(Set.of(player), Set.of(id("bet")), Set.of()));
            // On its own thread: other tests may block those that all share.
            var failure = CompletableFuture.supplyAsync(
                            () -> catchThrowable(
                                    () -> read(ofAccount ? player : other, ofAccount ? id("more") : id("bet"))),
                            waiter -> new Thread(waiter).start())
                    .completeOnTimeout(
                            null, GroupCommitOptions.defaults().maxWait().toMillis(), TimeUnit.MILLISECONDS)
                    .join();
            assertThat(failure)
                    .isInstanceOfSatisfying(
                            RolledBack.class, e -> assertThat(e.isRetryable()).isFalse());
        }
        assertThat(account(player).version()).isZero();
    }

    @Test
    void units_on_different_accounts_do_not_wait_for_each_other() {
        var first = open("first", 1_000);
        var second = open("second", 1_000);
        CompletableFuture<Void> waiting;
        try (var unit = store().begin()) {
            unit.lockAndRead(new ReadRequest(Set.of(first), Set.of(), Set.of()));
            var other = CompletableFuture.runAsync(
                    () -> commit(store(), second, debitOf(account(second), id("tx"), "round", 300)));
            if (!hasSingleWriter()) {
                other.join();
            }
            waiting = other;
        }
        waiting.join();
        assertThat(cents(second)).isEqualTo(700);
    }

    /** Both units read before either writes, unless the store makes the second wait until the first has ended. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_debit_and_a_tombstone_of_another_account_for_its_id_are_not_both_committed(boolean tombstoneFirst) {
        var bettor = open("bettor", 1_000);
        var bet = debitOf(account(bettor), id("bet"), "round", 300);
        var account = account(openTogether(bettor, "other", 1_000));
        var undo = entry(Kind.ROLLBACK, account, id("undo"), "round", id("bet"), 0);
        var tombstone = changes(account, undo).build();
        var hasRead = new CompletableFuture<Void>();
        var mayWrite = new CompletableFuture<Void>();
        CompletableFuture<Boolean> second;
        var store = store();
        var other = hasSingleWriter() ? store : store();
        try (var unit = store.begin()) {
            unit.lockAndRead(request(tombstoneFirst ? tombstone : bet));
            second = CompletableFuture.supplyAsync(
                    () -> isCommitted(other, tombstoneFirst ? bet : tombstone, hasRead, mayWrite));
            hasRead.completeOnTimeout(null, 300, TimeUnit.MILLISECONDS).join();
            unit.write(tombstoneFirst ? tombstone : bet);
            unit.commit();
        }
        mayWrite.complete(null);
        assertThat(second.join()).isFalse();
    }

    /** Commits the changes if they are still possible after they were read, and returns true if so. */
    private static boolean isCommitted(
            WalletStore store, Changes changes, CompletableFuture<Void> hasRead, CompletableFuture<Void> mayWrite) {
        try (var unit = store.begin()) {
            var facts = unit.lockAndRead(request(changes));
            hasRead.complete(null);
            mayWrite.join();
            if (!facts.transactions().isEmpty() || !facts.settlements().isEmpty()) {
                return false;
            }
            unit.write(changes);
            unit.commit();
            return true;
        } catch (RolledBack e) {
            assertThat(e.isRetryable()).isTrue();
            return false;
        }
    }

    private static ReadRequest request(Changes changes) {
        var transaction = changes.transactions().iterator().next();
        var ids = Stream.of(transaction.transactionId(), transaction.referenceTransactionId())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        var round = new Round.Key(transaction.accountId(), transaction.gameRoundId());
        return new ReadRequest(Set.of(transaction.accountId()), ids, Set.of(round));
    }

    @Test
    void units_that_list_their_accounts_in_opposite_orders_do_not_deadlock() {
        var first = open("first", 1_000);
        var second = openTogether(first, "second", 1_000);
        var there = CompletableFuture.runAsync(() -> lockOften(List.of(first, second)));
        var back = CompletableFuture.runAsync(() -> lockOften(List.of(second, first)));
        CompletableFuture.allOf(there, back).join();
        assertThat(account(first).version()).isZero();
    }

    private void lockOften(List<String> accounts) {
        for (var i = 0; i < 50; i++) {
            try (var unit = store().begin()) {
                var facts = unit.lockAndRead(new ReadRequest(new LinkedHashSet<>(accounts), Set.of(), Set.of()));
                assertThat(facts.accounts()).hasSize(2);
            }
        }
    }

    private static void assertSame(StoredTransaction stored, Changes changes) {
        assertThat(stored)
                .usingRecursiveComparison()
                .isEqualTo(changes.transactions().iterator().next());
    }
}
