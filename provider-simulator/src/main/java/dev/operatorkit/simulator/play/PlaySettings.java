package dev.operatorkit.simulator.play;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.round.PayTable;
import java.math.BigDecimal;
import java.util.List;

/** Holds the settings of a load run. */
public record PlaySettings(
        List<String> tokens,
        String game,
        long rounds,
        int concurrency,
        long seed,
        double repeat,
        double drop,
        Amount stake,
        PayTable payTable) {
    /** Limits the calls whose results a run remembers. */
    private static final long MAX_ROUNDS = 1_000_000_000;
    /** Leaves room for every win of the pay table, and for the sums of a run, in 64 bits of minor units. */
    private static final BigDecimal MAX_STAKE = BigDecimal.valueOf(1_000_000);

    public PlaySettings {
        tokens = List.copyOf(tokens);
        require(!tokens.isEmpty(), "Give at least one token.");
        require(rounds >= 1 && rounds <= MAX_ROUNDS, "The number of rounds must be from 1 to " + MAX_ROUNDS + ".");
        require(!stake.isNegative(), "The stake must not be negative.");
        require(
                stake.value().compareTo(MAX_STAKE) <= 0,
                "The stake must be at most " + MAX_STAKE.toPlainString() + ".");
        require(concurrency >= 1 && concurrency <= 10_000, "The concurrency must be from 1 to 10000.");
        require(
                repeat >= 0 && repeat <= 1 && drop >= 0 && drop <= 1,
                "The shares of replays and lost responses must be from 0 to 1.");
    }

    /** Parses a stake such as 1.50, or throws an IllegalArgumentException that says what to enter. */
    public static Amount parseStake(String text) {
        try {
            var amount = Amount.parse(text);
            if (!text.startsWith("-")) {
                return amount;
            }
        } catch (IllegalArgumentException e) {
            // The message below says what to enter.
        }
        throw new IllegalArgumentException("'" + text
                + "' is not a stake. Enter one such as 1.50: digits and a point, without sign," + " blank or comma.");
    }

    /** Returns the stake for a player, or throws an IllegalArgumentException if the currency cannot express it. */
    Money stakeIn(CurrencyCode currency) {
        return stake.toMoney(currency);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
