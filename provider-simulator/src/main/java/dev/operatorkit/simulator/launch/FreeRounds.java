package dev.operatorkit.simulator.launch;

import dev.operatorkit.simulator.Outcome;
import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.campaign.BonusCodes;
import dev.operatorkit.simulator.campaign.RefusedException;
import dev.operatorkit.simulator.campaign.StoredCode;
import dev.operatorkit.simulator.delivery.ReversalListener;
import dev.operatorkit.simulator.round.PlayerSession;
import dev.operatorkit.simulator.round.Rounds;

/**
 * Plays rounds with bonus codes. Each round is taken from the code first, and returned to it if its debit is refused or
 * rolled back (BON-5, D-57).
 */
public final class FreeRounds {
    private final BonusCodes codes;
    private final Rounds rounds;

    public FreeRounds(BonusCodes codes, Rounds rounds) {
        this.codes = codes;
        this.rounds = rounds;
    }

    /** Returns a listener that returns reverted rounds to their code, since they were not played (D-57). */
    public static ReversalListener reversalListener(BonusCodes codes) {
        return (transaction, round) -> {
            var free = round.bet().free();
            if (free != null && free.bonusCode() != null) {
                codes.giveBack(transaction, round.operator(), free.bonusCode());
            }
        };
    }

    public sealed interface Result {}

    /** Reports a played free round. */
    public record Played(Round round, int roundsLeft) implements Result {}

    /** Reports that no round was played. */
    public record NotPlayed(String reason) implements Result {}

    /** Plays one round with a code: a separate bet with stake 0 (WAL-5, WAL-6). */
    public Result play(PlayerSession session, String bonusCode, Outcome outcome) {
        Round round;
        try {
            round = rounds.freeSpin(session, codes, bonusCode, outcome);
        } catch (RefusedException e) {
            return new NotPlayed(String.valueOf(e.getMessage()));
        }
        var left = codes.find(session.operator(), bonusCode)
                .map(StoredCode::roundsLeft)
                .orElse(0);
        return new Played(round, left);
    }
}
