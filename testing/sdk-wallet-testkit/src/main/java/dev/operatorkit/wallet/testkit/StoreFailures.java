package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.testkit.FaultyStore.Crash;
import dev.operatorkit.wallet.testkit.FaultyStore.Fault;
import dev.operatorkit.wallet.testkit.FaultyStore.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that failures are told apart: nothing was written, or the outcome is unknown (ERR-3, ERR-4, D-29). */
abstract class StoreFailures extends StoreTestSupport {
    StoreFailures(WalletStoreContract contract) {
        super(contract);
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
        return failed == Step.BEGIN || failed == Step.LOCK_AND_READ
                ? Outcome.Indeterminate.class
                : Outcome.Refused.class;
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
        assertThat(debit(wallet, player, id("bet"), "round", 300)).isInstanceOf(Outcome.Indeterminate.class);
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
        assertThat(debit(unsure, player, id("lost"), "other-round", 300)).isInstanceOf(Outcome.Indeterminate.class);
        // Its commit may still be in progress: a read that does not find it proves nothing, however often the debit is
        // retried.
        assertThat(debit(unsure, player, id("lost"), "other-round", 300)).isInstanceOf(Outcome.Indeterminate.class);
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
}
