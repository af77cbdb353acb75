package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.WireAmount;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that the checker tells histories that can have happened from those that cannot. */
class CallHistoryTest {
    private final CallHistory history = new CallHistory();

    @Test
    void sequential_movements_are_a_valid_history() {
        history.recordOpening("anna", 100);
        answer("bet", -30, 70, 1, 2);
        answer("win", 50, 120, 3, 4);
        history.recordClosing("anna", 120);
        assertThat(history.violations()).isEmpty();
    }

    @Test
    void concurrent_movements_are_a_valid_history_in_any_order_of_responses() {
        history.recordOpening("anna", 100);
        answer("last", -10, 60, 1, 9);
        answer("first", -10, 90, 1, 9);
        answer("third", -10, 70, 1, 9);
        answer("second", -10, 80, 1, 9);
        history.recordClosing("anna", 60);
        assertThat(history.violations()).isEmpty();
    }

    @Test
    void each_account_has_its_own_history() {
        history.recordOpening("anna", 100);
        history.recordOpening("bert", 5);
        answer("bet", -30, 70, 1, 2);
        history.recordResponse("bert", "other", -5, "result other", 0, 1, 2);
        history.recordClosing("anna", 70);
        history.recordClosing("bert", 0);
        assertThat(history.violations()).isEmpty();
    }

    @Test
    void a_replay_is_counted_once() {
        history.recordOpening("anna", 100);
        answer("bet", -30, 70, 5, 6);
        answer("win", 50, 120, 7, 8);
        answer("bet", -30, 70, 9, 10);
        history.recordClosing("anna", 120);
        assertThat(history.violations()).isEmpty();
    }

    @Test
    void a_lost_update_is_detected() {
        history.recordOpening("anna", 100);
        answer("one", -10, 90, 1, 4);
        answer("two", -10, 90, 2, 3);
        history.recordClosing("anna", 80);
        assertThat(history.violations()).singleElement().asString().contains("no order");
    }

    @Test
    void created_or_lost_money_is_detected() {
        history.recordOpening("anna", 100);
        answer("bet", -30, 70, 1, 2);
        history.recordClosing("anna", 71);
        assertThat(history.violations()).containsExactly("anna ends with 71, but its movements add up to 70");
    }

    @Test
    void a_movement_applied_twice_is_detected() {
        history.recordOpening("anna", 100);
        answer("bet", -30, 70, 1, 2);
        answer("bet", -30, 70, 3, 4);
        history.recordClosing("anna", 40);
        assertThat(history.violations()).containsExactly("anna ends with 40, but its movements add up to 70");
    }

    @Test
    void two_different_responses_to_one_transaction_are_detected() {
        history.recordOpening("anna", 100);
        answer("bet", -30, 70, 1, 2);
        history.recordResponse("anna", "bet", -30, "another result", 70, 3, 4);
        history.recordClosing("anna", 70);
        assertThat(history.violations())
                .containsExactly("bet has two different responses, result bet and another result");
    }

    @Test
    void a_balance_below_zero_is_detected() {
        history.recordOpening("anna", 10);
        answer("bet", -30, -20, 1, 2);
        answer("win", 30, 10, 3, 4);
        assertThat(history.violations()).singleElement().asString().startsWith("anna falls below zero");
    }

    @Test
    void an_order_that_contradicts_real_time_is_detected() {
        history.recordOpening("anna", 100);
        // By the balances the second came first, yet it was sent after the response to the first.
        answer("first", -10, 80, 1, 2);
        answer("second", -10, 90, 3, 4);
        history.recordClosing("anna", 80);
        assertThat(history.violations()).singleElement().asString().contains("no order");
    }

    @Test
    void a_replay_does_not_hide_an_order_that_contradicts_real_time() {
        history.recordOpening("anna", 100);
        // The first response to "late" came before "early" was sent: it was applied by then.
        answer("late", -10, 80, 1, 2);
        answer("early", -10, 90, 3, 4);
        answer("late", -10, 80, 5, 6);
        assertThat(history.violations()).singleElement().asString().contains("no order");
    }

    @Test
    void a_cycle_of_unreachable_balances_is_detected() {
        history.recordOpening("anna", 100);
        answer("up", 10, 510, 1, 4);
        answer("down", -10, 500, 1, 4);
        history.recordClosing("anna", 100);
        assertThat(history.violations()).singleElement().asString().contains("no order");
    }

    @Test
    void an_account_that_was_never_opened_is_detected() {
        answer("bet", -30, 70, 1, 2);
        assertThat(history.violations()).containsExactly("bet is of an account that was never opened: anna");
    }

    @Test
    void one_wrong_balance_is_detected_among_many_movements_on_few_balances() {
        var seed = new Random().nextLong();
        var wrong = new Random(seed).nextInt(2_000);
        var right = crowd(seed, -1);
        assertThat(right.violations()).as("seed " + seed).isEmpty();
        assertThat(crowd(seed, wrong).violations()).as("seed " + seed).hasSize(1);
    }

    /** Creates a history of 2,000 movements, a handful in progress at any moment, with many equal balances. */
    private static CallHistory crowd(long seed, int wrong) {
        var random = new Random(seed);
        var history = new CallHistory();
        var balance = 1_000L;
        history.recordOpening("anna", balance);
        for (var i = 0; i < 2_000; i++) {
            var change = random.nextInt(7) - 3;
            balance += change;
            var from = i - random.nextInt(5);
            // An odd balance far from all others, at which no other movement starts.
            var after = i == wrong ? balance + 1_000_000 : balance;
            history.recordResponse("anna", "tx-" + i, change, "result " + i, after, from, i + random.nextInt(5));
        }
        history.recordClosing("anna", balance);
        return history;
    }

    @Test
    void only_applied_calls_are_recorded() {
        var store = new InMemoryWalletStore();
        store.openAccount("anna", Money.of("1.00", "EUR"));
        var wallet = StoreTestSupport.wallet(store);
        history.recordOpening("anna", 100);
        IntStream.range(0, 2).forEach(i -> history.record("anna", "bet", -60, () -> wallet.debit(bet("bet"), body())));
        history.record("anna", "more", -60, () -> wallet.debit(bet("more"), body()));
        history.recordClosing(
                "anna", store.account("anna").orElseThrow().balance().minorUnits());
        assertThat(history.violations()).isEmpty();
        history.recordClosing("anna", 100);
        assertThat(history.violations()).containsExactly("anna ends with 100, but its movements add up to 40");
    }

    private static Debit bet(String id) {
        return new Debit(id, "round-" + id, "anna", null, null, WireAmount.of(Money.of("0.60", "EUR")), null, null);
    }

    private static byte[] body() {
        return new byte[] {1};
    }

    private void answer(String transactionId, long change, long after, long from, long to) {
        history.recordResponse("anna", transactionId, change, "result " + transactionId, after, from, to);
    }
}
