package dev.operatorkit.simulator.play;

import dev.operatorkit.simulator.round.PayTable;
import java.util.List;

/**
 * What is played.
 *
 * @param tokens session tokens, one a player
 * @param game the game's slug
 * @param rounds how many rounds
 * @param concurrency how many at once
 * @param seed makes outcomes, repeats and drops repeatable
 * @param repeat the share of calls that are sent once more
 * @param drop the share of calls whose answer is lost
 * @param stake in minor units
 * @param payTable what a spin pays
 */
public record PlaySettings(
        List<String> tokens,
        String game,
        long rounds,
        int concurrency,
        long seed,
        double repeat,
        double drop,
        long stake,
        PayTable payTable) {
    /** Refuses what cannot be played. */
    public PlaySettings {
        tokens = List.copyOf(tokens);
        require(!tokens.isEmpty(), "at least one token is needed");
        require(rounds >= 1, "at least one round must be played");
        require(concurrency >= 1 && concurrency <= 10_000, "a concurrency lies between 1 and 10000");
        require(repeat >= 0 && repeat <= 1 && drop >= 0 && drop <= 1, "a share lies between 0 and 1");
        require(stake >= 0, "a stake is never negative");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
