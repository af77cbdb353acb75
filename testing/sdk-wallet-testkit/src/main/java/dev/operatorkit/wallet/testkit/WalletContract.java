package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.InvalidCallback;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.Wallet;
import dev.operatorkit.wallet.Wallet.TransactionLookup;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import dev.operatorkit.wire.WireAmount;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Checks, with JUnit tests, that your own {@link Wallet} implementation follows the rules for game rounds: extend it in
 * the tests of that wallet. If you use {@code TransactionalWallet} with your own store, extend {@link
 * WalletStoreContract} instead. Several threads may call the methods that you implement.
 *
 * <p>It requires what {@code docs/decisions.md} recommends, also where the specification leaves a point open and the
 * conformance suite only observes it, such as the status of a rollback whose debit is unknown (D-25).
 *
 * <p>Every test opens its own accounts, so the tests can share one ledger, which need not be cleared in between.
 */
public abstract class WalletContract {
    private static final int CALLERS = 32;

    private final String run = UUID.randomUUID().toString().substring(0, 13);

    /** Creates the contract for a subclass. */
    protected WalletContract() {}

    /** Returns the wallet under test. */
    protected abstract Wallet wallet();

    /** Opens an account with this balance. */
    protected abstract void openAccount(String accountId, Money balance);

    /** Returns the balance that the ledger holds for an account. */
    protected abstract Money balance(String accountId);

    /** Returns the currency of the accounts. */
    CurrencyCode currency() {
        return CurrencyCode.of("EUR");
    }

    /** Returns an account id that no other test uses. */
    String newAccountId(String name) {
        return id(name);
    }

    @Test
    void a_round_moves_exactly_the_amounts_of_its_debit_and_its_settlement() {
        var player = open("player", 1_000);
        assertApplied(debit(player, "bet", "round", 300), player, 700);
        assertApplied(credit(player, "win", "bet", "round", 500), player, 1_200);
        assertApplied(debit(player, "lost", "next", 200), player, 1_000);
        assertApplied(rollback(player, "undo", "lost", "next"), player, 1_200);
        assertApplied(debit(player, "free", "third", 0), player, 1_200);
        assertApplied(credit(player, "loss", "free", "third", 0), player, 1_200);
    }

    @Test
    void idm_2_a_replay_gets_the_stored_result() {
        var player = open("player", 1_000);
        var first = applied(debit(player, "bet", "round", 300));
        var won = applied(credit(player, "win", "bet", "round", 500));
        assertThat(applied(debit(player, "bet", "round", 300))).isEqualTo(first);
        assertThat(applied(debit(player, "bet", "another", 400))).isEqualTo(first);
        assertThat(applied(credit(player, "win", "bet", "round", 500))).isEqualTo(won);
        assertBalance(player, 1_200);
    }

    @Test
    void d_21_an_id_already_used_by_another_account_or_kind_is_refused() {
        var player = open("player", 1_000);
        var other = open("other", 1_000);
        applied(debit(player, "bet", "round", 300));
        assertRefused(debit(other, "bet", "round", 300), other, 1_000);
        assertRefused(credit(player, "bet", "bet", "round", 500), player, 700);
        assertRefused(rollback(player, "bet", "bet", "round"), player, 700);
    }

    @Test
    void d_27_a_debit_above_the_balance_writes_nothing_and_may_be_retried() {
        var player = open("player", 300);
        assertThat(debit(player, "bet", "round", 301)).isInstanceOf(Outcome.InsufficientFunds.class);
        assertThat(find(player, "bet")).isEmpty();
        assertApplied(debit(player, "bet", "round", 300), player, 0);
    }

    @Test
    void rnd_1_rnd_4_a_round_has_one_debit_and_one_settlement() {
        var player = open("player", 1_000);
        applied(debit(player, "bet", "round", 300));
        assertRefused(debit(player, "second", "round", 300), player, 700);
        applied(credit(player, "win", "bet", "round", 500));
        assertRefused(credit(player, "more", "bet", "round", 500), player, 1_200);
        assertRefused(rollback(player, "undo", "bet", "round"), player, 1_200);
        assertRefused(debit(player, "third", "round", 300), player, 1_200);

        applied(debit(player, "undone", "next", 300));
        applied(rollback(player, "undo", "undone", "next"));
        assertRefused(credit(player, "more", "undone", "next", 500), player, 1_200);
        assertRefused(rollback(player, "again", "undone", "next"), player, 1_200);
    }

    @Test
    void d_24_a_credit_before_its_debit_is_refused_and_succeeds_after_it() {
        var player = open("player", 1_000);
        assertRefused(credit(player, "win", "bet", "round", 500), player, 1_000);
        applied(debit(player, "bet", "round", 300));
        assertApplied(credit(player, "win", "bet", "round", 500), player, 1_200);
    }

    @Test
    void d_25_a_rollback_of_an_unknown_debit_blocks_that_debit_and_no_other() {
        var player = open("player", 1_000);
        applied(debit(player, "bet", "round", 300));
        var tombstone = applied(rollback(player, "undo", "barred", "round"));
        assertThat(applied(rollback(player, "undo", "barred", "round"))).isEqualTo(tombstone);

        assertRefused(debit(player, "barred", "round", 300), player, 700);
        assertRefused(debit(player, "barred", "another", 300), player, 700);
        assertApplied(credit(player, "win", "bet", "round", 500), player, 1_200);
    }

    @Test
    void d_25_an_id_blocked_by_a_tombstone_is_refused_for_a_credit_a_rollback_and_a_tombstone() {
        var player = open("player", 1_000);
        var other = open("other", 1_000);
        applied(rollback(player, "undo", "barred", "round"));
        applied(debit(player, "bet", "next", 300));
        applied(debit(other, "bet-of-other", "next", 300));

        assertRefused(credit(player, "barred", "bet", "next", 500), player, 700);
        assertRefused(rollback(player, "barred", "bet", "next"), player, 700);
        assertRefused(rollback(player, "barred", "never", "third"), player, 700);
        assertRefused(credit(other, "barred", "bet-of-other", "next", 500), other, 700);

        assertThat(find(player, "barred")).isEmpty();
        // The round stays open for a settlement under another id (RND-4).
        assertApplied(credit(player, "win", "bet", "next", 500), player, 1_200);
        assertApplied(credit(other, "win-of-other", "bet-of-other", "next", 500), other, 1_200);
    }

    @Test
    void d_27_a_settlement_that_refers_to_itself_is_refused_and_leaves_its_id_free() {
        var player = open("player", 1_000);
        assertRefused(rollback(player, "self", "self", "round"), player, 1_000);
        assertRefused(credit(player, "self", "self", "round", 500), player, 1_000);

        assertApplied(debit(player, "self", "round", 300), player, 700);
        assertRefused(rollback(player, "self", "self", "round"), player, 700);
    }

    @Test
    void d_26_a_settlement_of_another_round_or_player_is_refused() {
        var player = open("player", 1_000);
        var other = open("other", 1_000);
        applied(debit(player, "bet", "round", 300));
        assertRefused(credit(player, "win", "bet", "another", 500), player, 700);
        assertRefused(rollback(player, "undo", "bet", "another"), player, 700);
        assertRefused(credit(other, "win", "bet", "round", 500), other, 1_000);
        assertRefused(rollback(other, "undo", "bet", "round"), other, 1_000);
    }

    @Test
    void d_16_an_unknown_player_is_refused() {
        var unknown = newAccountId("unknown");
        assertThat(debit(unknown, "bet", "round", 1)).isInstanceOf(Outcome.Refused.class);
        assertThat(credit(unknown, "win", "bet", "round", 1)).isInstanceOf(Outcome.Refused.class);
        assertThat(rollback(unknown, "undo", "bet", "round")).isInstanceOf(Outcome.Refused.class);
    }

    @Test
    void d_19_d_20_d_54_an_invalid_amount_is_refused_for_a_new_id_and_ignored_in_a_replay() {
        var player = open("player", 1_000);
        applied(debit(player, "bet", "round", 300));
        for (var wrong : List.of(
                amount("-0.01", null),
                amount("0.000000001", null),
                amount("99999999999999999999", null),
                amount("1", currency().code().equals("USD") ? "EUR" : "USD"))) {
            assertRefused(debit(player, "new", "next", wrong, "bet"), player, 700);
            assertRefused(credit(player, "win", "bet", "round", wrong), player, 700);
            applied(debit(player, "bet", "round", wrong, "bet"));
        }
        assertRefused(debit(player, "new", "next", amount("1", null), Debit.FREE_ROUND), player, 700);
        assertApplied(debit(player, "new", "next", amount("0.00", null), Debit.FREE_ROUND), player, 700);
    }

    @Test
    void d_21_an_invalid_callback_is_refused_only_after_its_id_was_looked_up() {
        var player = open("player", 1_000);
        var other = open("other", 1_000);
        var first = applied(debit(player, "bet", "round", 300));
        assertThat(applied(invalid(Kind.DEBIT, "bet", player))).isEqualTo(first);
        assertRefused(invalid(Kind.DEBIT, "new", player), player, 700);
        assertRefused(invalid(Kind.CREDIT, "bet", player), player, 700);
        assertRefused(invalid(Kind.DEBIT, "bet", other), other, 1_000);
    }

    @Test
    void d_30_a_transaction_is_found_only_by_its_own_account() {
        var player = open("player", 1_000);
        var other = open("other", 1_000);
        var result = applied(debit(player, "bet", "round", 300));
        assertThat(find(player, "bet")).contains(result);
        assertThat(find(other, "bet")).isEmpty();
        assertThat(find(player, "never")).isEmpty();
    }

    @Test
    void idm_1_concurrent_identical_debits_are_applied_once_and_get_the_same_result() {
        var player = open("player", 300);
        var outcomes = StoreTestSupport.concurrently(CALLERS, number -> debit(player, "bet", "round", 300));
        assertThat(outcomes).allMatch(outcome -> outcome instanceof Outcome.Applied);
        assertThat(outcomes.stream().map(WalletContract::applied).distinct()).hasSize(1);
        assertBalance(player, 0);
    }

    @Test
    void rnd_4_concurrent_settlements_close_the_round_once() {
        var player = open("player", 1_000);
        applied(debit(player, "bet", "round", 300));
        var outcomes = StoreTestSupport.concurrently(
                CALLERS,
                number -> number % 2 == 0
                        ? credit(player, "win-" + number, "bet", "round", 300)
                        : rollback(player, "undo-" + number, "bet", "round"));
        assertThat(outcomes)
                .filteredOn(outcome -> outcome instanceof Outcome.Applied)
                .hasSize(1);
        assertBalance(player, 1_000);
    }

    private String id(String name) {
        return name + "-" + run;
    }

    private String open(String name, long cents) {
        var account = newAccountId(name);
        openAccount(account, new Money(cents, currency()));
        return account;
    }

    private Outcome debit(String account, String id, String round, long cents) {
        return debit(account, id, round, cents(cents), "bet");
    }

    private Outcome debit(String account, String id, String round, WireAmount stake, String reason) {
        return wallet().debit(new Debit(id(id), id(round), account, null, null, stake, reason, null), context(id));
    }

    private Outcome credit(String account, String id, String debit, String round, long cents) {
        return credit(account, id, debit, round, cents(cents));
    }

    private Outcome credit(String account, String id, String debit, String round, WireAmount payout) {
        return wallet().credit(
                        new Credit(id(id), id(debit), id(round), account, null, payout, "win", null), context(id));
    }

    private Outcome rollback(String account, String id, String debit, String round) {
        return wallet().rollback(new Rollback(id(id), id(debit), id(round), account, null, "refund"), context(id));
    }

    private Outcome invalid(Kind kind, String id, String account) {
        var callback = new InvalidCallback(kind, id(id), account, null, "a field is missing");
        return wallet().answerInvalid(callback, context("invalid " + id));
    }

    private Optional<TransactionResult> find(String account, String id) {
        return wallet().findTransaction(new TransactionLookup(account, id(id)), context(""));
    }

    private WireAmount cents(long cents) {
        return WireAmount.of(new Money(cents, currency()));
    }

    private static WireAmount amount(String amount, @Nullable String currency) {
        return new WireAmount(Amount.parse(amount), currency);
    }

    private static CallbackContext context(String id) {
        return CallbackContext.ofBody(id.getBytes(StandardCharsets.UTF_8));
    }

    private static TransactionResult applied(Outcome outcome) {
        if (outcome instanceof Outcome.Applied applied) {
            return applied.result();
        }
        throw new AssertionError("not applied but " + outcome);
    }

    private void assertApplied(Outcome outcome, String account, long cents) {
        assertThat(applied(outcome).balance().money()).isEqualTo(new Money(cents, currency()));
        assertBalance(account, cents);
    }

    private void assertRefused(Outcome outcome, String account, long cents) {
        assertThat(outcome).isInstanceOf(Outcome.Refused.class);
        assertBalance(account, cents);
    }

    private void assertBalance(String account, long cents) {
        assertThat(balance(account)).isEqualTo(new Money(cents, currency()));
    }
}
