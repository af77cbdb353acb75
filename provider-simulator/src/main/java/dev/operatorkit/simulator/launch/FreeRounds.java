package dev.operatorkit.simulator.launch;

import dev.operatorkit.simulator.campaign.BonusCodes;
import dev.operatorkit.simulator.campaign.RefusedException;
import dev.operatorkit.simulator.campaign.StoredCode;
import dev.operatorkit.simulator.delivery.ReversalListener;
import dev.operatorkit.simulator.delivery.Round;
import dev.operatorkit.simulator.round.Outcome;
import dev.operatorkit.simulator.round.PlayerSession;
import dev.operatorkit.simulator.round.Rounds;

/**
 * Plays rounds on bonus codes: each is taken from the code first, and given back when its debit is
 * refused or rolled back (BON-5, D-57).
 */
public final class FreeRounds {
    private final BonusCodes codes;
    private final Rounds rounds;

    /** Free rounds on those codes. */
    public FreeRounds(BonusCodes codes, Rounds rounds) {
        this.codes = codes;
        this.rounds = rounds;
    }

    /** Returns what gives a round that a rollback has reverted back to its code: it was not played (D-57). */
    public static ReversalListener givingBackTo(BonusCodes codes) {
        return (transaction, round) -> {
            var free = round.bet().free();
            if (free != null && free.bonusCode() != null) {
                codes.giveBack(transaction, round.operator(), free.bonusCode());
            }
        };
    }

    /** What came of it. */
    public sealed interface Result {}

    /**
     * A free round was played.
     *
     * @param round as far as it has come
     * @param roundsLeft how many the code still holds
     */
    public record Played(Round round, int roundsLeft) implements Result {}

    /**
     * None was played.
     *
     * @param reason one line for the player
     */
    public record NotPlayed(String reason) implements Result {}

    /** Plays one round on that code: a bet of its own, with stake 0 (WAL-5, WAL-6). */
    public Result play(PlayerSession seat, String bonusCode, Outcome outcome) {
        Round round;
        try {
            round = rounds.freeSpin(seat, codes, bonusCode, outcome);
        } catch (RefusedException e) {
            return new NotPlayed(String.valueOf(e.getMessage()));
        }
        var left = codes.find(seat.operator(), bonusCode)
                .map(StoredCode::roundsLeft)
                .orElse(0);
        return new Played(round, left);
    }
}
