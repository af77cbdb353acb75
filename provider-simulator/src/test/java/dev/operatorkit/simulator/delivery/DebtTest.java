package dev.operatorkit.simulator.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.RoundState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies what manual review says about the money that an operator owes its players. */
class DebtTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final CurrencyCode JPY = CurrencyCode.of("JPY");

    @ParameterizedTest
    @CsvSource({
        "Connection refused by 127.0.0.1:1, OWED",
        "401 signature, OWED",
        "422 no such debit, OWED",
        "no response: timed out, UNKNOWN",
        "500 as scripted, UNKNOWN",
        "'contract violation: 200, but no body', UNKNOWN",
    })
    void a_win_is_owed_if_no_attempt_can_have_paid_it(String result, Debt.State state) {
        var debt = Debt.of(round("ann", 250, EUR, null), List.of(credit(result)));

        assertThat(debt.state()).isEqualTo(state);
        assertThat(debt.amount()).hasToString("2.50 EUR");
    }

    @Test
    void a_lookup_decides_whether_a_win_in_doubt_is_owed_until_it_is_sent_again() {
        var doubtful = credit("no response: timed out");
        var round = round("ann", 250, EUR, null);

        assertThat(Debt.of(round, List.of(doubtful, lookup("s", "404 unknown"))).state())
                .isEqualTo(Debt.State.OWED);
        assertThat(Debt.of(round, List.of(doubtful, lookup("s", "200 done, balance 1.00 EUR")))
                        .state())
                .isEqualTo(Debt.State.NOTHING);
        assertThat(Debt.of(round, List.of(doubtful, lookup("s", "404 unknown"), credit("manual: 500 as scripted")))
                        .state())
                .isEqualTo(Debt.State.UNKNOWN);
    }

    @Test
    void what_no_lookup_says_is_not_ascribed_to_the_wallet() {
        var round = round("ann", 250, EUR, null);

        assertThat(Debt.of(round, List.of()).why())
                .isEqualTo("The win was not paid: no credit that was sent can have paid it.");
        assertThat(Debt.of(round, List.of(credit("Connection refused by 127.0.0.1:1")))
                        .why())
                .doesNotContain("the wallet does not know");
        assertThat(Debt.of(
                                round,
                                List.of(credit("500 as scripted"), lookup("s", "404 unknown"), credit("401 signature")))
                        .why())
                .contains("the wallet does not know the credit");
    }

    @Test
    void a_lost_round_and_a_free_round_that_is_rolled_back_owe_nothing() {
        assertThat(Debt.of(round("ann", 0, EUR, null), List.of(credit("500 as scripted")))
                        .state())
                .isEqualTo(Debt.State.NOTHING);
        var free = new Bet("d", "r", "ann", "g", "t", Money.zero(EUR), new Bet.Free("SPRING", new Money(20, EUR)));
        assertThat(Debt.of(round(free, null), List.of(debit("500 x"))).why()).contains("free round");
    }

    @Test
    void a_stake_is_owed_only_if_it_was_taken_and_not_returned() {
        var bet = new Bet("d", "r", "ann", "g", "t", new Money(100, EUR), null);
        var round = round(bet, null);

        assertThat(Debt.of(round, List.of(debit("200 done, balance 9.00 EUR"))).state())
                .isEqualTo(Debt.State.OWED);
        assertThat(Debt.of(round, List.of(debit("no response: x"))).state()).isEqualTo(Debt.State.UNKNOWN);
        assertThat(Debt.of(round, List.of(debit("no response: x"), lookup("d", "404 unknown")))
                        .state())
                .isEqualTo(Debt.State.NOTHING);
    }

    @Test
    void sums_are_per_player_and_currency_and_keep_what_is_unknown_apart() {
        var sums = new Debts(List.of(
                        item("ann", 250, EUR, "422 x"),
                        item("ann", 100, EUR, "422 x"),
                        item("ann", 300, EUR, "500 x"),
                        item("ann", 70, JPY, "422 x"),
                        item("bob", 0, EUR, "500 x")))
                .sums();

        assertThat(sums)
                .extracting(Debts.Sum::player, Debts.Sum::owed, Debts.Sum::unknown, Debts.Sum::rounds)
                .containsExactly(tuple("ann", "3.50 EUR", "3.00 EUR", 3), tuple("ann", "70 JPY", "", 1));
    }

    private static Debts.Item item(String player, long payout, CurrencyCode currency, String result) {
        var round = round(player, payout, currency, null);
        return new Debts.Item(round, Debt.of(round, List.of(credit(result))), List.of());
    }

    private static Round round(String player, long payout, CurrencyCode currency, Bet.@Nullable Free free) {
        return round(
                new Bet(
                        "d",
                        "r",
                        player,
                        "g",
                        "t",
                        free == null ? new Money(100, currency) : Money.zero(currency),
                        free),
                new Money(payout, currency));
    }

    /** Returns a round with a credit of this payout, or with a rollback if it is null. */
    private static Round round(Bet bet, @Nullable Money payout) {
        return new Round(
                "op",
                bet,
                RoundState.REVIEW,
                new Round.Settlement(
                        payout == null ? CallbackKind.ROLLBACK : CallbackKind.CREDIT,
                        "s",
                        payout == null ? Money.zero(bet.stake().currency()) : payout,
                        new byte[0]),
                1,
                Instant.EPOCH,
                Instant.EPOCH,
                Instant.EPOCH,
                null,
                null,
                "");
    }

    private static Attempt credit(String result) {
        return new Attempt(1, Instant.EPOCH, "CREDIT", "s", result);
    }

    private static Attempt debit(String result) {
        return new Attempt(1, Instant.EPOCH, "DEBIT", "d", result);
    }

    private static Attempt lookup(String id, String result) {
        return new Attempt(1, Instant.EPOCH, "LOOKUP", id, result);
    }
}
