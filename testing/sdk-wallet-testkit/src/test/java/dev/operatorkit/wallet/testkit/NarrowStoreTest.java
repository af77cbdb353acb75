package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.WalletStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;

/** Runs the store contract with the smallest capacity, and checks that a store that loses more is detected. */
class NarrowStoreTest extends WalletStoreContract {
    private static final AtomicLong ACCOUNTS = new AtomicLong();

    private final InMemoryWalletStore memory = new InMemoryWalletStore();
    private NarrowStore.Overflow overflow = NarrowStore.Overflow.REFUSE;

    @Override
    protected StoreCapacity capacity() {
        return StoreCapacity.complete()
                .withCurrencies("JPY")
                .withMaxBalance("2147483647")
                .withMaxIdLength(NarrowStore.ID_LENGTH)
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

    private List<DynamicTest> losses() {
        return new StoreLosses(this) {}.whatever_exceeds_the_declared_capacity_is_refused()
                .toList();
    }

    private void assertDetected(String loss) {
        var test = losses().stream()
                .filter(any -> any.getDisplayName().startsWith("gives up " + loss))
                .findFirst()
                .orElseThrow();
        assertThatThrownBy(() -> test.getExecutable().execute()).isInstanceOf(AssertionError.class);
    }

    @Test
    void every_loss_is_named() {
        assertThat(losses())
                .extracting(DynamicTest::getDisplayName)
                .satisfiesExactly(
                        name -> assertThat(name).isEqualTo("gives up accounts in currencies other than JPY"),
                        name -> assertThat(name).startsWith("gives up balances above 2147483647 JPY: "),
                        name -> assertThat(name).startsWith("gives up ids longer than 36 "),
                        name -> assertThat(name).isEqualTo("gives up the reason"),
                        name -> assertThat(name).startsWith("gives up account ids of another form than "));
    }

    @Test
    void a_store_that_declares_nothing_gives_up_nothing() {
        var complete = new InMemoryWalletStoreTest();
        assertThat(new StoreLosses(complete) {}.whatever_exceeds_the_declared_capacity_is_refused())
                .isEmpty();
    }

    @Test
    void a_store_that_cuts_ids_or_balances_is_detected() {
        overflow = NarrowStore.Overflow.CUT;
        assertDetected("ids");
        assertDetected("balances");
    }

    @Test
    void a_store_that_refuses_movements_for_their_reason_is_detected() {
        overflow = NarrowStore.Overflow.REFUSE_REASONS_TOO;
        assertDetected("the reason");
    }

    @Test
    void a_capacity_that_is_too_small_for_the_contract_is_rejected_with_the_reason() {
        var capacity = StoreCapacity.complete().withCurrencies("EUR");
        assertThatThrownBy(() -> capacity.withMaxBalance("9999.99"))
                .hasMessageContaining("9999.99 is 999999 minor units of EUR");
        assertThatThrownBy(() -> capacity.withMaxIdLength(35)).hasMessageContaining("35 holds no UUID");
        assertThatThrownBy(() -> capacity.withCurrencies("FUN")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(capacity::withCurrencies).hasMessageContaining("No currency given");
        assertThatThrownBy(() -> capacity.withMaxReasonLength(-1)).hasMessageContaining("length -1");
    }
}
