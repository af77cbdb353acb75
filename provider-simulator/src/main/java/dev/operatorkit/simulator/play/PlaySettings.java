package dev.operatorkit.simulator.play;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.round.PayTable;
import java.util.List;

/**
 * Holds the settings of a load run.
 *
 * @param tokens the session tokens, one per player
 * @param game the game's slug
 * @param rounds the number of rounds
 * @param concurrency the number of concurrent rounds
 * @param seed the seed of outcomes, replays and drops
 * @param repeat the share of calls to replay
 * @param drop the share of responses to drop
 * @param stake the stake, in the currency of each player
 * @param payTable the pay table
 */
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
    /** Rejects invalid settings. */
    public PlaySettings {
        tokens = List.copyOf(tokens);
        require(!tokens.isEmpty(), "Give at least one token.");
        require(rounds >= 1, "The number of rounds must be at least 1.");
        require(!stake.isNegative(), "The stake must not be negative.");
        require(concurrency >= 1 && concurrency <= 10_000, "The concurrency must be from 1 to 10000.");
        require(
                repeat >= 0 && repeat <= 1 && drop >= 0 && drop <= 1,
                "The shares of replays and lost responses must be from 0 to 1.");
    }

    /** Parses a stake such as 1.50, or throws an IllegalArgumentException that says what to enter. */
    public static Amount parseStake(String text) {
        try {
            var amount = Amount.parse(text);
            if (!amount.isNegative()) {
                return amount;
            }
        } catch (IllegalArgumentException e) {
            // The message below says what to enter.
        }
        throw new IllegalArgumentException("'" + text + "' is no stake. Enter a stake such as 1.50.");
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
