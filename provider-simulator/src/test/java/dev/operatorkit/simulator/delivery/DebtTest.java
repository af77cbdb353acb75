package dev.operatorkit.simulator.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.Bet;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verifies what manual review says about the money that an operator owes its players. */
class DebtTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final Bet BET = new Bet("DEBIT", "r", "ann", "g", "t", new Money(100, EUR), null);

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "; OWED; no credit that was sent can have paid it",
                "CREDIT Connection refused by 127.0.0.1:1; OWED; no credit that was sent can have paid it",
                "CREDIT 401 signature; OWED; no credit",
                "CREDIT 422 no such debit; OWED; no credit",
                "CREDIT no response: timed out; UNKNOWN; no lookup shows the result",
                "CREDIT 500 as scripted; UNKNOWN; may have been paid",
                "CREDIT contract violation: 200, but no body; UNKNOWN; may have been paid",
                "CREDIT 500 x|LOOKUP 404 unknown; OWED; the wallet does not know the credit",
                "CREDIT 500 x|LOOKUP 404 unknown|CREDIT 401 signature; OWED; the wallet does not know the credit",
                "CREDIT 500 x|LOOKUP 200 done, balance 1.00 EUR; NOTHING; lookup shows that the win was paid",
                "CREDIT 500 x|LOOKUP 404 unknown|CREDIT manual: 500 as scripted; UNKNOWN; may have been paid"
            })
    void a_win_is_owed_if_no_attempt_can_have_paid_it(@Nullable String history, Debt.State state, String why) {
        var debt = Debt.of(round(BET, 250L), history("CREDIT", history));
        assertThat(debt.state()).isEqualTo(state);
        assertThat(debt.why()).contains(why);
        assertThat(debt.amount()).hasToString("2.50 EUR");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "DEBIT 200 done, balance 9.00 EUR; OWED",
                "DEBIT no response: x; UNKNOWN",
                "DEBIT no response: x|LOOKUP 404 unknown; NOTHING"
            })
    void a_stake_is_owed_only_if_it_was_taken_and_not_returned(String history, Debt.State state) {
        assertThat(Debt.of(round(BET, null), history("DEBIT", history)).state()).isEqualTo(state);
    }

    @Test
    void a_lost_round_and_a_free_round_that_is_rolled_back_owe_nothing() {
        var lost = Debt.of(round(BET, 0L), history("CREDIT", "CREDIT 500 as scripted"));
        assertThat(lost.state()).isEqualTo(Debt.State.NOTHING);
        var free = new Bet(
                "DEBIT", "r", "ann", "g", "t", Money.zero(EUR), new Bet.Free("SPRING", new Money(20, EUR), null));
        assertThat(Debt.of(round(free, null), history("DEBIT", "DEBIT 500 x")).why())
                .contains("free round");
    }

    /** Returns a round with a credit of this payout, or with a rollback if it is null. */
    private static GameRound round(Bet bet, @Nullable Long payout) {
        var kind = payout == null ? CallbackKind.ROLLBACK : CallbackKind.CREDIT;
        var settlement =
                new GameRound.Settlement(kind, "CREDIT", new Money(payout == null ? 0 : payout, EUR), new byte[0]);
        var then = Instant.EPOCH;
        return new GameRound("op", bet, RoundState.REVIEW, settlement, 1, then, then, then, null, null, "");
    }

    /** Returns the attempts of a transaction: each a kind and its result, divided by bars. */
    private static List<Attempt> history(String transaction, @Nullable String text) {
        var attempts = new ArrayList<Attempt>();
        for (var each : text == null ? new String[0] : text.split("\\|", -1)) {
            var words = each.split(" ", 2);
            attempts.add(new Attempt(1, Instant.EPOCH, words[0], transaction, words[1]));
        }
        return attempts;
    }
}
