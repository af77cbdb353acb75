package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.wallet.Outcome;
import org.junit.jupiter.api.Test;

/**
 * Tests the life of a round through {@code TransactionalWallet}: a unit must decide on what the previous unit wrote.
 */
abstract class StoreRounds extends StoreTestSupport {
    StoreRounds(WalletStoreContract contract) {
        super(contract);
    }

    @Test
    void a_debit_and_its_credit_move_exactly_their_amounts() {
        var player = open("player", 1_000);
        assertThat(minor(debit(wallet(), player, id("bet"), "round", 300))).isEqualTo(700);
        assertThat(minor(credit(wallet(), player, id("win"), id("bet"), "round", 500)))
                .isEqualTo(1_200);
        assertThat(cents(player)).isEqualTo(1_200);
        assertThat(account(player).version()).isEqualTo(2);
    }

    @Test
    void a_debit_and_its_rollback_leave_the_balance_unchanged() {
        var player = open("player", 1_000);
        done(debit(wallet(), player, id("bet"), "round", 300));
        assertThat(minor(rollback(wallet(), player, id("undo"), id("bet"), "round")))
                .isEqualTo(1_000);
    }

    @Test
    void a_replay_gets_the_original_response_after_a_later_settlement() {
        var player = open("player", 1_000);
        var first = done(debit(wallet(), player, id("bet"), "round", 300));
        done(credit(wallet(), player, id("win"), id("bet"), "round", 500));
        assertThat(done(debit(wallet(), player, id("bet"), "round", 300))).isEqualTo(first);
        assertThat(account(player).version()).isEqualTo(2);
    }

    @Test
    void a_debit_that_exceeds_the_balance_writes_nothing_and_may_be_retried() {
        var player = open("player", 300);
        assertThat(debit(wallet(), player, id("bet"), "round", 301)).isInstanceOf(Outcome.InsufficientFunds.class);
        assertThat(store().findTransaction(id("bet"))).isEmpty();
        assertThat(account(player).version()).isZero();
        done(debit(wallet(), player, id("bet"), "round", 300));
        assertThat(cents(player)).isZero();
    }

    @Test
    void a_second_debit_on_a_round_is_refused() {
        var player = open("player", 1_000);
        done(debit(wallet(), player, id("bet"), "round", 300));
        assertRefused(debit(wallet(), player, id("again"), "round", 300), player, 700);
    }

    @Test
    void a_credit_before_its_debit_is_refused_and_succeeds_after_it() {
        var player = open("player", 1_000);
        assertRefused(credit(wallet(), player, id("win"), id("bet"), "round", 500), player, 1_000);
        done(debit(wallet(), player, id("bet"), "round", 300));
        done(credit(wallet(), player, id("win"), id("bet"), "round", 500));
        assertThat(cents(player)).isEqualTo(1_200);
    }

    @Test
    void a_debit_after_its_rollback_is_refused_in_any_round() {
        var player = open("player", 1_000);
        assertThat(minor(rollback(wallet(), player, id("undo"), id("bet"), "round")))
                .isEqualTo(1_000);
        assertRefused(debit(wallet(), player, id("bet"), "round", 300), player, 1_000);
        assertRefused(debit(wallet(), player, id("bet"), "another", 300), player, 1_000);
        assertThat(store().findTransaction(id("undo")).orElseThrow().amount().minorUnits())
                .isZero();
    }

    @Test
    void a_rollback_of_an_unknown_debit_does_not_change_a_round_of_another_debit() {
        var player = open("player", 1_000);
        done(debit(wallet(), player, id("bet"), "round", 300));
        assertThat(minor(rollback(wallet(), player, id("undo"), id("never"), "round")))
                .isEqualTo(700);
        assertThat(minor(credit(wallet(), player, id("win"), id("bet"), "round", 500)))
                .isEqualTo(1_200);
    }

    @Test
    void a_settled_round_refuses_another_settlement() {
        var player = open("player", 1_000);
        done(debit(wallet(), player, id("bet"), "round", 300));
        done(credit(wallet(), player, id("win"), id("bet"), "round", 500));
        assertRefused(credit(wallet(), player, id("more"), id("bet"), "round", 500), player, 1_200);
        assertRefused(rollback(wallet(), player, id("undo"), id("bet"), "round"), player, 1_200);
    }

    @Test
    void a_reverted_round_refuses_another_settlement() {
        var player = open("player", 1_000);
        done(debit(wallet(), player, id("bet"), "round", 300));
        done(rollback(wallet(), player, id("undo"), id("bet"), "round"));
        assertRefused(credit(wallet(), player, id("win"), id("bet"), "round", 500), player, 1_000);
        assertRefused(rollback(wallet(), player, id("again"), id("bet"), "round"), player, 1_000);
    }

    @Test
    void an_id_already_used_by_another_kind_or_account_is_refused() {
        var player = open("player", 1_000);
        var other = openBeside(player, "other", 1_000);
        done(debit(wallet(), player, id("bet"), "round", 300));
        assertRefused(credit(wallet(), player, id("bet"), id("bet"), "round", 500), player, 700);
        assertRefused(debit(wallet(), other, id("bet"), "round", 300), other, 1_000);
        assertRefused(credit(wallet(), other, id("win"), id("bet"), "round", 500), other, 1_000);
    }

    @Test
    void an_id_blocked_by_a_tombstone_is_refused_for_a_credit_a_rollback_and_a_tombstone() {
        var player = open("player", 1_000);
        var other = openBeside(player, "other", 1_000);
        done(rollback(wallet(), player, id("undo"), id("barred"), "round"));
        done(debit(wallet(), player, id("bet"), "next", 300));
        done(debit(wallet(), other, id("bet-of-other"), "next", 300));
        assertRefused(credit(wallet(), player, id("barred"), id("bet"), "next", 500), player, 700);
        assertRefused(rollback(wallet(), player, id("barred"), id("bet"), "next"), player, 700);
        assertRefused(rollback(wallet(), player, id("barred"), id("never"), "third"), player, 700);
        assertRefused(credit(wallet(), other, id("barred"), id("bet-of-other"), "next", 500), other, 700);
        assertThat(store().findTransaction(id("barred"))).isEmpty();
        // The round stays open for a settlement under an id of its own (RND-4).
        done(credit(wallet(), player, id("win"), id("bet"), "next", 500));
        done(credit(wallet(), other, id("win-of-other"), id("bet-of-other"), "next", 500));
    }

    @Test
    void a_settlement_that_references_itself_is_refused() {
        var player = open("player", 1_000);
        assertRefused(rollback(wallet(), player, id("self"), id("self"), "round"), player, 1_000);
        assertRefused(credit(wallet(), player, id("self"), id("self"), "round", 500), player, 1_000);
        assertThat(store().findTransaction(id("self"))).isEmpty();
        // Nothing was written, so that the id opens a round as any other does (D-27).
        done(debit(wallet(), player, id("self"), "round", 300));
        assertRefused(rollback(wallet(), player, id("self"), id("self"), "round"), player, 700);
    }

    @Test
    void a_round_with_stake_and_payout_zero_is_a_normal_round() {
        var player = open("player", 0);
        assertThat(minor(debit(wallet(), player, id("bet"), "round", 0))).isZero();
        assertThat(minor(credit(wallet(), player, id("loss"), id("bet"), "round", 0)))
                .isZero();
        assertRefused(rollback(wallet(), player, id("undo"), id("bet"), "round"), player, 0);
        assertThat(account(player).version()).isEqualTo(2);
    }

    @Test
    void an_unknown_player_is_refused() {
        assertThat(debit(wallet(), id("nobody"), id("bet"), "round", 1)).isInstanceOf(Outcome.Refused.class);
        assertThat(credit(wallet(), id("nobody"), id("win"), id("bet"), "round", 1))
                .isInstanceOf(Outcome.Refused.class);
        assertThat(rollback(wallet(), id("nobody"), id("undo"), id("bet"), "round"))
                .isInstanceOf(Outcome.Refused.class);
    }

    /** The wallet refuses what exceeds 64 bits (D-20), but does not know a smaller limit of the store's columns. */
    @Test
    void a_payout_beyond_64_bits_is_refused() {
        var largest = capacity().maxBalance().minorUnits();
        var player = open("player", largest);
        done(debit(wallet(), player, id("bet"), "round", 10));
        assertThat(credit(wallet(), player, id("win"), id("bet"), "round", 11))
                .isInstanceOf(capacity().hasMaxBalance() ? Outcome.RetryLater.class : Outcome.Refused.class);
        assertThat(cents(player)).isEqualTo(largest - 10);
        done(credit(wallet(), player, id("win"), id("bet"), "round", 10));
    }

    private static long minor(Outcome outcome) {
        return done(outcome).balance().money().minorUnits();
    }

    private void assertRefused(Outcome outcome, String account, long cents) {
        assertThat(outcome).isInstanceOf(Outcome.Refused.class);
        assertThat(cents(account)).isEqualTo(cents);
    }
}
