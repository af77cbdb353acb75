package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.PostingOutcome.Applied;
import dev.operatorkit.wallet.PostingOutcome.Reason;
import dev.operatorkit.wallet.PostingOutcome.Refused;
import dev.operatorkit.wallet.PostingOutcome.Repeated;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the operator's own entries in the chain of an account. */
class PostingsTest {
    private final InMemoryWalletStore store = new InMemoryWalletStore();

    @BeforeEach
    void open() {
        store.openAccount("player", eur(10_000));
        store.openAccount("other", eur(10_000));
    }

    private static Money eur(long cents) {
        return new Money(cents, WalletFixture.EUR);
    }

    private PostingOutcome post(Posting posting) {
        return store.post(posting, WalletFixture.CLOCK);
    }

    private static Posting deposit(String reference, long cents) {
        return Posting.deposit(eur(cents)).account("player").reference(reference);
    }

    @Test
    void a_posting_is_built_from_named_values() {
        var posting =
                Posting.deposit(Money.of("50.00", "EUR")).account("player-1").reference("payment-17");
        assertThat(posting).isEqualTo(new Posting("player-1", "payment-17", eur(5_000)));
    }

    private Account player() {
        return store.account("player").orElseThrow();
    }

    @Test
    void postings_and_movements_form_one_chain() {
        var wallet = new TransactionalWallet(store, new InMemoryPlayers(store), WalletFixture.CLOCK);

        var deposit = (Applied) post(deposit("payment-1", 5_000));
        CallerThreads.debit(wallet, "player", "bet");
        var withdrawal =
                (Applied) post(Posting.withdrawal(eur(14_999)).account("player").reference("payment-2"));

        assertThat(deposit.entry().balanceBefore()).isEqualTo(eur(10_000));
        assertThat(deposit.entry().balanceAfter()).isEqualTo(eur(15_000));
        assertThat(deposit.entry().accountVersion()).isEqualTo(1);
        assertThat(store.findTransaction("bet").orElseThrow().accountVersion()).isEqualTo(2);
        assertThat(withdrawal.entry().balanceBefore()).isEqualTo(eur(14_999));
        assertThat(player()).isEqualTo(new Account("player", eur(0), 3, WalletFixture.NOW));
    }

    @Test
    void a_repeated_reference_is_applied_once_and_another_posting_under_it_is_refused() {
        var first = (Applied) post(deposit("payment", 500));

        assertThat(post(deposit("payment", 500))).isEqualTo(new Repeated(first.entry()));
        assertRefused(post(deposit("payment", 600)), Reason.REFERENCE_TAKEN);
        assertRefused(
                post(Posting.withdrawal(eur(500)).account("player").reference("payment")), Reason.REFERENCE_TAKEN);
        assertRefused(post(Posting.deposit(eur(500)).account("other").reference("payment")), Reason.REFERENCE_TAKEN);
        assertThat(player().balance()).isEqualTo(eur(10_500));
        assertThat(player().version()).isEqualTo(1);
    }

    @Test
    void a_posting_that_the_account_cannot_take_is_refused_and_may_be_sent_again() {
        var tooMuch = Posting.withdrawal(eur(10_001)).account("player").reference("w");
        assertRefused(post(tooMuch), Reason.INSUFFICIENT_FUNDS);
        assertRefused(post(deposit("d", Long.MAX_VALUE)), Reason.BALANCE_TOO_LARGE);
        assertRefused(
                post(Posting.deposit(Money.of("1", "USD")).account("player").reference("u")), Reason.WRONG_CURRENCY);
        assertRefused(post(Posting.deposit(eur(1)).account("nobody").reference("n")), Reason.UNKNOWN_ACCOUNT);
        assertThat(player().version()).isZero();

        post(deposit("d", 1));
        assertThat(post(tooMuch)).isInstanceOf(Applied.class);
    }

    @Test
    void a_reference_may_equal_the_id_of_a_transaction() {
        var wallet = new TransactionalWallet(store, new InMemoryPlayers(store), WalletFixture.CLOCK);
        post(deposit("same", 1));
        assertThat(CallerThreads.debit(wallet, "player", "same")).isInstanceOf(Outcome.Applied.class);
        assertThat(player().version()).isEqualTo(2);
    }

    @Test
    void a_posting_needs_an_amount_above_zero_and_a_valid_reference() {
        for (var cents : List.of(0L, -1L)) {
            assertThatThrownBy(() -> Posting.deposit(eur(cents))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Posting.withdrawal(eur(cents))).isInstanceOf(IllegalArgumentException.class);
        }
        var correction = Posting.correction(eur(-1)).account("player");
        for (var reference : List.of("", "x".repeat(256), "line\nbreak")) {
            assertThatThrownBy(() -> correction.reference(reference)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Posting.correction(eur(0)).account("player").reference("zero"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(post(correction.reference("x".repeat(255)))).isInstanceOf(Applied.class);
    }

    private static void assertRefused(PostingOutcome outcome, Reason reason) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.reason()).isEqualTo(reason));
    }
}
