package dev.operatorkit.simulator;

import dev.operatorkit.money.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Holds one stored round.
 *
 * @param operator the operator whose wallet it is played against
 * @param bet its debit
 * @param state the current state
 * @param settlement the settlement that closes it, once decided
 * @param attempts the number of times the settlement was sent
 * @param openedAt the time of the bet
 * @param changedAt the time of the last change
 * @param firstAt the time of the settlement's first attempt, stored before it is sent: the three days count from it (D-33)
 * @param nextAt the time of the next automatic attempt
 * @param balance the newest balance that the wallet returned for it
 * @param detail the last result, in one line
 */
public record GameRound(
        String operator,
        Bet bet,
        RoundState state,
        @Nullable Settlement settlement,
        int attempts,
        Instant openedAt,
        Instant changedAt,
        @Nullable Instant firstAt,
        @Nullable Instant nextAt,
        @Nullable Money balance,
        String detail) {

    /** Returns its {@code gameRoundId}. */
    public String id() {
        return bet.roundId();
    }

    /**
     * Holds the one settlement of a round (RND-4).
     *
     * @param kind credit or rollback
     * @param transactionId the id of the settlement
     * @param payout the payout of a credit, zero on a rollback
     * @param body the bytes that every attempt sends unchanged (D-33)
     */
    public record Settlement(CallbackKind kind, String transactionId, Money payout, byte[] body) {}
}
