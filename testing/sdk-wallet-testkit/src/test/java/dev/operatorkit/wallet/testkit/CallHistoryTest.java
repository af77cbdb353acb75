package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.WireAmount;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the checker distinguishes possible histories from impossible ones. */
class CallHistoryTest {
    private final CallHistory history = new CallHistory();

    /** Each movement is an id, a change, the balance after it, and the times before and after the call. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        one after another    | 100 | bet -30 70 1 2, win 50 120 3 4                                      | 120 |
        concurrent, any order| 100 | d -10 60 1 9, a -10 90 1 9, c -10 70 1 9, b -10 80 1 9              | 60  |
        a replay             | 100 | bet -30 70 5 6, win 50 120 7 8, bet -30 70 9 10                     | 120 |
        a lost update        | 100 | one -10 90 1 4, two -10 90 2 3                                      | 80  | no order
        money created        | 100 | bet -30 70 1 2                                                      | 71  | anna ends with 71, but its movements add up to 70
        applied twice        | 100 | bet -30 70 1 2, bet -30 70 3 4                                      | 40  | anna ends with 40, but its movements add up to 70
        a balance below zero | 10  | bet -30 -20 1 2, win 30 10 3 4                                      | 10  | anna falls below zero
        sent after a response| 100 | first -10 80 1 2, second -10 90 3 4                                 | 80  | no order
        hidden by a replay   | 100 | late -10 80 1 2, early -10 90 3 4, late -10 80 5 6                  | 80  | no order
        unreachable balances | 100 | up 10 510 1 4, down -10 500 1 4                                     | 100 | no order
        """)
    void only_an_impossible_history_is_a_violation(
            String name, long opening, String movements, long closing, String violation) {
        history.recordOpening("anna", opening);
        for (var movement : movements.split(", ", -1)) {
            var parts = movement.strip().split(" ", -1);
            var numbers =
                    List.of(parts).subList(1, 5).stream().map(Long::valueOf).toList();
            history.recordResponse(
                    "anna", parts[0], numbers.get(0), "result", numbers.get(1), numbers.get(2), numbers.get(3));
        }
        history.recordClosing("anna", closing);

        if (violation == null) {
            assertThat(history.violations()).isEmpty();
        } else {
            assertThat(history.violations()).singleElement().asString().contains(violation);
        }
    }

    @Test
    void two_different_responses_to_one_transaction_and_an_unknown_account_are_detected() {
        history.recordOpening("anna", 100);
        history.recordResponse("anna", "bet", -30, "one result", 70, 1, 2);
        history.recordResponse("anna", "bet", -30, "another result", 70, 3, 4);
        history.recordResponse("bert", "other", -5, "result", 0, 1, 2);

        assertThat(history.violations())
                .containsExactly(
                        "bet has two different responses, one result and another result",
                        "other is of an account that was never opened: bert");
    }

    @Test
    void one_wrong_balance_is_detected_among_many_movements_on_few_balances() {
        var seed = new Random().nextLong();
        var wrong = new Random(seed).nextInt(2_000);

        assertThat(crowd(seed, -1).violations()).as("seed " + seed).isEmpty();
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

        for (var id : List.of("bet", "bet", "more")) {
            var stake = WireAmount.of(Money.of("0.60", "EUR"));
            var debit = new Debit(id, "round-" + id, "anna", null, null, stake, null, null);
            history.record("anna", id, -60, () -> wallet.debit(debit, new byte[] {1}));
        }

        history.recordClosing("anna", 100);
        assertThat(history.violations()).containsExactly("anna ends with 100, but its movements add up to 40");
    }
}
