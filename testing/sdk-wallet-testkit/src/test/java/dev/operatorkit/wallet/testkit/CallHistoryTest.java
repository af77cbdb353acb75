package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.WireAmount;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that the checker distinguishes possible histories from impossible ones. */
class CallHistoryTest {
    private final InMemoryWalletStore store = new InMemoryWalletStore();
    private final TransactionalWallet wallet = StoreTestSupport.wallet(store);
    private final CallHistory history = new CallHistory();

    @BeforeEach
    void open() {
        store.openAccount("anna", Money.of("1.00", "EUR"));
        history.recordOpening("anna", 100);
    }

    private Outcome bet(String id) {
        var stake = WireAmount.of(Money.of("0.40", "EUR"));
        return wallet.debit(
                new Debit(id, "round-" + id, "anna", null, null, stake, null, null),
                CallbackContext.ofBody(new byte[] {1}));
    }

    @Test
    void replays_and_refusals_are_a_possible_history() {
        for (var id : List.of("one", "one", "two", "refused", "one")) {
            history.record("anna", id, () -> bet(id));
        }

        assertThat(history.violations(store)).isEmpty();
    }

    @Test
    void a_response_that_differs_from_the_ledger_or_is_not_in_it_is_detected() {
        history.record("anna", "one", () -> bet("one"));
        history.record("anna", "one", () -> bet("two"));
        history.record("anna", "lost", () -> bet("two"));

        assertThat(history.violations(store))
                .anyMatch(fault -> fault.contains("to one is not of the stored"))
                .anyMatch(fault -> fault.contains("to lost is not of the stored Optional.empty"));
    }

    @Test
    void money_that_no_response_explains_is_detected() {
        history.record("anna", "one", () -> bet("one"));
        bet("two");

        assertThat(history.violations(store))
                .singleElement()
                .asString()
                .startsWith("The entries of anna lead to 60 in version 1, not to Account[");
    }

    @Test
    void an_order_that_contradicts_real_time_is_detected() {
        var first = bet("first");
        var second = bet("second");
        history.record("anna", "second", () -> second);
        history.record("anna", "first", () -> first);

        assertThat(history.violations(store))
                .singleElement()
                .asString()
                .startsWith("A movement that was sent after the response to StoredTransaction[DEBIT second");
    }
}
