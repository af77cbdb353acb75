package dev.operatorkit.simulator.launch;

import dev.operatorkit.simulator.campaign.BonusCodes;
import dev.operatorkit.simulator.campaign.Redemption;
import dev.operatorkit.simulator.campaign.Redemption.Granted;
import dev.operatorkit.simulator.campaign.Redemption.Refused;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.delivery.Round;
import dev.operatorkit.simulator.delivery.RoundState;
import dev.operatorkit.simulator.round.Outcome;
import dev.operatorkit.simulator.round.Rounds;
import dev.operatorkit.simulator.round.Seat;
import dev.operatorkit.simulator.wallet.Bet;

/** Plays rounds on bonus codes: each is taken from the code first, and given back when its debit is refused (BON-5). */
public final class FreeRounds {
    private final Database database;
    private final BonusCodes codes;
    private final Rounds rounds;

    /** Free rounds on those codes. */
    public FreeRounds(Database database, BonusCodes codes, Rounds rounds) {
        this.database = database;
        this.codes = codes;
        this.rounds = rounds;
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
    public Result play(Seat seat, String bonusCode, Outcome outcome) {
        return switch (take(seat, bonusCode)) {
            case Refused refused -> new NotPlayed(refused.reason());
            case Granted granted -> {
                var free = new Bet.Free(granted.campaignCode(), granted.value());
                var round = rounds.freeSpin(seat, free, outcome);
                if (round.state() == RoundState.REFUSED) {
                    codes.giveBack(database.sql(), seat.operator(), bonusCode);
                    yield new Played(round, granted.roundsLeft() + 1);
                }
                yield new Played(round, granted.roundsLeft());
            }
        };
    }

    private Redemption take(Seat seat, String bonusCode) {
        return database.sql().transactionResult(tx ->
                codes.take(tx.dsl(), seat.operator(), bonusCode, seat.accountId(), seat.currency(), seat.gameId()));
    }
}
