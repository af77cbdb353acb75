package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.NarrowStore.Overflow;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Runs the store contract with a small capacity, and checks that a store that loses more is detected. */
class NarrowStoreTest extends WalletStoreContract {
    private static final AtomicLong ACCOUNTS = new AtomicLong();

    private final InMemoryWalletStore memory = new InMemoryWalletStore();
    private Overflow overflow = Overflow.REFUSE_BALANCES;

    @Override
    protected StoreCapacity capacity() {
        return StoreCapacity.complete()
                .withCurrencies("JPY")
                .withMaxBalance("" + NarrowStore.LARGEST)
                .withMaxReasonLength(0)
                .withAccountIds(() -> Long.toString(ACCOUNTS.incrementAndGet()));
    }

    @Override
    protected WalletStore createStore() {
        return new NarrowStore(memory.reconnect(), overflow);
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        memory.openAccount(accountId, balance);
    }

    @Test
    void a_store_that_cuts_balances_is_detected() {
        overflow = Overflow.CUT;
        var values = new StoreValues(this) {};

        assertThatThrownBy(values::a_balance_above_the_declared_maximum_is_refused_as_a_whole)
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void a_store_that_refuses_movements_for_their_reason_is_detected() {
        overflow = Overflow.REFUSE_REASONS_TOO;
        var values = new StoreValues(this) {};

        assertThatThrownBy(values::a_reason_is_stored_unchanged_or_cut_to_the_declared_length)
                .isInstanceOf(AssertionError.class);
    }
}
