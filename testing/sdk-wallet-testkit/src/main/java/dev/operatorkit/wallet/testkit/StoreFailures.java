package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException.OutcomeUnknown;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.WalletStore.UnitOfWork;
import dev.operatorkit.wallet.testkit.FaultyStore.Crash;
import dev.operatorkit.wallet.testkit.FaultyStore.Fault;
import dev.operatorkit.wallet.testkit.FaultyStore.Step;
import dev.operatorkit.wallet.testkit.LossyNetwork.Loss;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that failures are told apart: nothing was written, or the outcome is unknown (ERR-3, ERR-4, D-29). */
abstract class StoreFailures extends StoreTestSupport {
    private static final int ATTEMPTS = 20;

    private final WalletStoreContract contract;

    StoreFailures(WalletStoreContract contract) {
        super(contract);
        this.contract = contract;
    }

    /** Without a server there is no connection to lose. */
    @ParameterizedTest
    @EnumSource
    void a_connection_lost_during_the_commit_is_reported_truly(Loss loss) {
        contract.database().ifPresent(address -> {
            var player = open("player", 1_000);
            try (var network = new LossyNetwork(address)) {
                var failure = commitAndLose(network, loss, player);
                var isWritten = isWritten(player);
                if (failure instanceof RolledBack) {
                    assertThat(isWritten)
                            .as("written, although reported as rolled back")
                            .isFalse();
                } else if (failure == null) {
                    assertThat(isWritten).as("written, as reported").isTrue();
                } else {
                    assertThat(failure).isInstanceOf(OutcomeUnknown.class);
                }
            }
        });
    }

    /** A lock that ends before the commit lets another unit find the id unknown that is just being committed. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void the_locks_are_held_until_the_commit_has_ended(int forwarded) {
        contract.database().ifPresent(address -> {
            var player = open("player", 1_000);
            var other = openTogether(player, "other", 1_000);
            try (var network = new LossyNetwork(address);
                    var unit = contract.createStore(network.address()).begin()) {
                var facts = unit.lockAndRead(new ReadRequest(Set.of(player), Set.of(id("bet")), Set.of()));
                unit.write(debitOf(the(facts.accounts(), player), id("bet"), "round", 300));
                network.delayAfter(forwarded);
                var commit = CompletableFuture.runAsync(unit::commit);
                var tombstone = writeTombstone(other, id("bet"));
                network.resume();
                commit.join();
                assertThat(tombstone).as("the id of the unit was found unknown").isFalse();
            }
            assertThat(account(other).version()).isZero();
        });
    }

    /** Returns true if the debit was unknown, so that its rollback was written. */
    private boolean writeTombstone(String account, String debit) {
        try (var unit = store().begin()) {
            var facts = unit.lockAndRead(new ReadRequest(Set.of(account), Set.of(debit, id("undo")), Set.of()));
            if (!facts.transactions().isEmpty()) {
                return false;
            }
            var undo = entry(Kind.ROLLBACK, the(facts.accounts(), account), id("undo"), "round", debit, 0);
            unit.write(changes(the(facts.accounts(), account), undo).build());
            unit.commit();
            return true;
        } catch (RolledBack e) {
            return false;
        }
    }

    private @Nullable Throwable commitAndLose(LossyNetwork network, Loss loss, String player) {
        try (var unit = contract.createStore(network.address()).begin()) {
            var facts = unit.lockAndRead(new ReadRequest(Set.of(player), Set.of(id("bet")), Set.of()));
            unit.write(debitOf(the(facts.accounts(), player), id("bet"), "round", 300));
            network.lose(loss);
            return catchThrowable(unit::commit);
        }
    }

    /** Repeats the read while the database has not yet ended the unit of the lost connection, which holds the lock. */
    private boolean isWritten(String player) {
        for (var attempt = 1; attempt < ATTEMPTS; attempt++) {
            try {
                return account(player).version() == 1;
            } catch (RolledBack e) {
                // Still locked.
            }
        }
        return account(player).version() == 1;
    }

    @ParameterizedTest
    @EnumSource
    void a_failure_before_the_commit_writes_nothing_and_the_movement_may_be_retried(Step step) {
        var player = open("player", 1_000);
        var faulty = new FaultyStore(store()).inject(step, Fault.ROLLED_BACK);
        var wallet = wallet(faulty);
        assertThat(debit(wallet, player, id("bet"), "round", 300)).isInstanceOf(of(step));
        assertThat(account(player).version()).isZero();
        done(debit(wallet, player, id("bet"), "round", 300));
        faulty.inject(step, Fault.ROLLED_BACK);
        assertThat(credit(wallet, player, id("win"), id("bet"), "round", 500)).isInstanceOf(Outcome.RetryLater.class);
        assertThat(cents(player)).isEqualTo(700);
        done(credit(wallet, player, id("win"), id("bet"), "round", 500));
        assertThat(cents(player)).isEqualTo(1_200);
    }

    /**
     * Returns the expected outcome: without the lock of the account, another process may be writing the same debit; once
     * it was read under the lock, it is known to be absent.
     */
    private static Class<? extends Outcome> of(Step failed) {
        return failed == Step.BEGIN || failed == Step.LOCK_AND_READ ? Outcome.Unknown.class : Outcome.Refused.class;
    }

    @ParameterizedTest
    @EnumSource(names = "BEGIN", mode = EnumSource.Mode.EXCLUDE)
    void a_collision_is_retried_by_the_wallet(Step step) {
        var player = open("player", 1_000);
        var wallet = wallet(new FaultyStore(store()).inject(step, Fault.COLLISION, Fault.COLLISION, Fault.COLLISION));
        done(debit(wallet, player, id("bet"), "round", 300));
        assertThat(cents(player)).isEqualTo(700);
        assertThat(account(player).version()).isEqualTo(1);
    }

    @Test
    void a_commit_whose_response_was_lost_is_found() {
        var player = open("player", 1_000);
        var wallet = wallet(new FaultyStore(store()).inject(Step.COMMIT, Fault.LOST_AFTER, Fault.LOST_AFTER));
        var result = done(debit(wallet, player, id("bet"), "round", 300));
        assertThat(store().findTransaction(id("bet")).orElseThrow().toResult()).isEqualTo(result);
        done(credit(wallet, player, id("win"), id("bet"), "round", 500));
        assertThat(cents(player)).isEqualTo(1_200);
        assertThat(account(player).version()).isEqualTo(2);
    }

    @Test
    void a_commit_whose_request_was_lost_is_known_to_be_absent() {
        var player = open("player", 1_000);
        var faulty = new FaultyStore(store()).inject(Step.COMMIT, Fault.LOST_BEFORE);
        assertThat(debit(wallet(faulty), player, id("bet"), "round", 300)).isInstanceOf(Outcome.Refused.class);
        done(debit(wallet(faulty), player, id("bet"), "round", 300));
        faulty.inject(Step.COMMIT, Fault.LOST_BEFORE);
        assertThat(rollback(wallet(faulty), player, id("undo"), id("bet"), "round"))
                .isInstanceOf(Outcome.RetryLater.class);
        assertThat(cents(player)).isEqualTo(700);
    }

    @Test
    void a_commit_with_an_unknown_outcome_is_reported_and_its_rollback_returns_the_stake() {
        var player = open("player", 1_000);
        var faulty = new FaultyStore(store()).inject(Step.COMMIT, Fault.GONE_AFTER);
        var wallet = walletWithShortRecovery(faulty);
        assertThat(debit(wallet, player, id("bet"), "round", 300)).isInstanceOf(Outcome.Unknown.class);
        done(rollback(wallet(), player, id("undo"), id("bet"), "round"));
        assertThat(cents(player)).isEqualTo(1_000);
    }

    @Test
    void a_lost_commit_that_can_be_read_but_not_locked_is_found_and_an_absent_one_stays_unknown() {
        var player = open("player", 1_000);
        var faulty = new FaultyStore(store());
        var wallet = walletWithShortRecovery(faulty);
        faulty.inject(Step.COMMIT, Fault.LOST_AFTER);
        planNoMoreUnits(faulty);
        done(debit(wallet, player, id("bet"), "round", 300));
        var other = new FaultyStore(store()).inject(Step.COMMIT, Fault.LOST_BEFORE);
        planNoMoreUnits(other);
        var unsure = walletWithShortRecovery(other);
        assertThat(debit(unsure, player, id("lost"), "other-round", 300)).isInstanceOf(Outcome.Unknown.class);
        // Its commit may still be in progress: a read that does not find it proves nothing, however often the debit is
        // retried.
        assertThat(debit(unsure, player, id("lost"), "other-round", 300)).isInstanceOf(Outcome.Unknown.class);
        done(rollback(wallet(), player, id("undo"), id("lost"), "other-round"));
        assertThat(cents(player)).isEqualTo(700);
    }

    private static void planNoMoreUnits(FaultyStore faulty) {
        faulty.inject(Step.BEGIN, Fault.NONE);
        for (var i = 0; i < 10_000; i++) {
            faulty.inject(Step.BEGIN, Fault.ROLLED_BACK);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_crash_at_any_step_up_to_the_commit_writes_nothing(Step step) {
        var player = open("player", 1_000);
        var dying = wallet(new FaultyStore(store()).inject(step, Fault.CRASH));
        assertThatThrownBy(() -> debit(dying, player, id("bet"), "round", 300)).isInstanceOf(Crash.class);
        assertThat(store().findTransaction(id("bet"))).isEmpty();
        assertThat(account(player).version()).isZero();
        done(debit(wallet(), player, id("bet"), "round", 300));
        assertThat(cents(player)).isEqualTo(700);
    }

    @Test
    void a_replay_after_a_crash_following_the_commit_gets_the_stored_result() {
        var player = open("player", 1_000);
        commit(store(), player, debitOf(account(player), id("bet"), "round", 300));
        assertThat(done(debit(wallet(), player, id("bet"), "round", 300)).operatorTransactionId())
                .isEqualTo(operatorId(id("bet")));
        assertThat(cents(player)).isEqualTo(700);
    }

    @ParameterizedTest
    @EnumSource(names = "BEGIN", mode = EnumSource.Mode.EXCLUDE)
    void a_retry_after_an_unexpected_store_exception_moves_money_only_once(Step step) {
        var player = open("player", 1_000);
        var wallet = wallet(new FaultyStore(store()).inject(step, Fault.BROKEN));
        assertThat(debit(wallet, player, id("bet"), "round", 300)).isInstanceOf(of(step));
        done(debit(wallet, player, id("bet"), "round", 300));
        assertThat(cents(player)).isEqualTo(700);
    }

    @Test
    void a_transaction_id_a_settlement_and_a_round_are_unique() {
        var player = open("player", 1_000);
        var other = openTogether(player, "other", 1_000);
        commit(store(), player, debitOf(account(player), id("bet"), "round", 300));
        commit(store(), player, creditOf(account(player), id("win"), id("bet"), "round", 500));

        assertRolledBack(other, debitOf(account(other), id("bet"), "round", 300), true);
        assertRolledBack(player, creditOf(account(player), id("more"), id("bet"), "round", 500), true);
        assertRolledBack(player, debitOf(account(player), id("again"), "round", 300), true);
    }

    @Test
    void a_balance_never_falls_below_zero_and_a_failed_unit_releases_its_locks() {
        var player = open("player", 299);
        assertRolledBack(player, debitOf(account(player), id("tx"), "round", 300), false);
        assertThat(store().findTransaction(id("tx"))).isEmpty();
        commit(store(), player, debitOf(account(player), id("tx"), "round", 299));
        assertThat(cents(player)).isZero();
    }

    /** Commits the changes alone, and in a unit with those of another account, of which nothing may be written either. */
    private void assertRolledBack(String account, Changes changes, boolean retryable) {
        var other = account(openTogether(account, "bystander", 1_000));
        var valid = debitOf(other, id("valid") + other.id(), "round", 1);
        var before = account(account);
        for (var unit : List.of(changes, join(changes, valid), join(valid, changes))) {
            var failure = catchThrowableOfType(RolledBack.class, () -> commit(store(), unit));
            assertThat(failure).as("the failure of a unit that breaks a rule").isNotNull();
            assertThat(failure.isRetryable()).isEqualTo(retryable);
            assertThat(account(account)).isEqualTo(before);
            assertThat(account(other.id())).isEqualTo(other);
            assertThat(store().findTransaction(id("valid") + other.id())).isEmpty();
        }
    }

    private static Changes join(Changes one, Changes other) {
        return Changes.builder()
                .transactions(join(one.transactions(), other.transactions()))
                .newRounds(join(one.newRounds(), other.newRounds()))
                .closedRounds(join(one.closedRounds(), other.closedRounds()))
                .accounts(join(one.accounts(), other.accounts()))
                .build();
    }

    private static <T> List<T> join(Collection<T> one, Collection<T> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    private static void commit(WalletStore store, Changes changes) {
        try (var unit = store.begin()) {
            lockAccounts(unit, changes);
            unit.write(changes);
            unit.commit();
        }
    }

    private static void lockAccounts(UnitOfWork unit, Changes changes) {
        var accounts = changes.accounts().stream().map(Account::id).collect(Collectors.toSet());
        unit.lockAndRead(new ReadRequest(accounts, Set.of(), Set.of()));
    }

    /** The keys alone decide here. A store that waits for the first unit may give up, but then as a whole. */
    @Test
    void of_two_units_that_insert_one_transaction_concurrently_one_is_written_and_nothing_of_the_other() {
        var player = open("player", 1_000);
        var changes = Stream.of(player, openTogether(player, "other", 1_000))
                .map(account -> debitOf(account(account), id("bet"), "round", 300))
                .toList();
        CompletableFuture<Boolean> second;
        var committed = false;
        try (var unit = store().begin()) {
            lockAccounts(unit, changes.get(0));
            unit.write(changes.get(0));
            second = CompletableFuture.supplyAsync(() -> isCommitted(changes.get(1)));
            second.copy()
                    .completeOnTimeout(false, hasSingleWriter() ? 0 : 5, TimeUnit.SECONDS)
                    .join();
            unit.commit();
            committed = true;
        } catch (RolledBack e) {
            assertThat(e.isRetryable()).isTrue();
            second = CompletableFuture.completedFuture(true);
        }
        assertThat(second.join()).isNotEqualTo(committed);
        for (var i = 0; i < 2; i++) {
            var account = changes.get(i).accounts().iterator().next();
            var isWritten = committed == (i == 0);
            var round = new Round.Key(account.id(), "round");
            assertThat(account(account.id()).version()).isEqualTo(isWritten ? 1 : 0);
            assertThat(read(store(), account.id(), Set.of(), Set.of(round)).rounds())
                    .hasSize(isWritten ? 1 : 0);
        }
        assertThat(store().findTransaction(id("bet")).orElseThrow().accountId())
                .isEqualTo(changes.get(committed ? 0 : 1)
                        .accounts()
                        .iterator()
                        .next()
                        .id());
    }

    private boolean isCommitted(Changes changes) {
        try {
            commit(store(), changes);
            return true;
        } catch (RolledBack e) {
            return false;
        }
    }
}
