package dev.operatorkit.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wallet.testkit.PostingStoreContract;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Tests the operator's entries in the chain of an account, with the contract that operators run on their stores. */
class PostingsTest extends PostingStoreContract {
    private final InMemoryWalletStore store = new InMemoryWalletStore();

    @Override
    protected WalletStore createWalletStore() {
        return store.reconnect();
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        store.openAccount(accountId, balance);
    }

    @Override
    protected <T> T runInTransaction(Function<PostingStore, T> work) {
        return store.runInTransaction(work);
    }

    private static Money eur(long cents) {
        return new Money(cents, WalletFixture.EUR);
    }

    @Test
    void a_posting_is_built_from_named_values() {
        var posting =
                Posting.deposit(Money.of("50.00", "EUR")).account("player-1").reference("payment-17");

        assertThat(posting).isEqualTo(new Posting("player-1", "payment-17", eur(5_000)));
        assertThat(Posting.withdrawal(eur(1)).account("player-1").reference("w").change())
                .isEqualTo(eur(-1));
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
        assertThat(correction.reference("x".repeat(255)).change()).isEqualTo(eur(-1));
    }

    @Test
    void an_entry_whose_balances_do_not_differ_by_its_change_is_refused() {
        var deposit = Posting.deposit(eur(5)).account("player").reference("payment-17");
        assertThat(new AccountEntry(deposit, eur(1), eur(6), 1, Instant.EPOCH)
                        .account()
                        .version())
                .isEqualTo(1);
        assertThatThrownBy(() -> new AccountEntry(deposit, eur(6), eur(1), 1, Instant.EPOCH))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("payment-17");
    }
}
