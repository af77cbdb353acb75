package dev.operatorkit.simulator.play;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.round.PayTable;
import java.util.List;
import java.util.function.Function;

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
 * @param stake returns the stake in a player's currency, or throws an IllegalArgumentException if it does not fit
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
        Function<CurrencyCode, Money> stake,
        PayTable payTable) {
    /** Rejects invalid settings. */
    public PlaySettings {
        tokens = List.copyOf(tokens);
        require(!tokens.isEmpty(), "Give at least one token.");
        require(rounds >= 1, "The number of rounds must be at least 1.");
        require(concurrency >= 1 && concurrency <= 10_000, "The concurrency must be from 1 to 10000.");
        require(
                repeat >= 0 && repeat <= 1 && drop >= 0 && drop <= 1,
                "The shares of replays and lost responses must be from 0 to 1.");
    }

    /** Returns the stake for a player, or throws an IllegalArgumentException that says why there is none. */
    Money stakeIn(CurrencyCode currency) {
        var money = stake.apply(currency);
        require(money.minorUnits() >= 0, "The stake must not be negative.");
        return money;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
