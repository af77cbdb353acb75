package dev.operatorkit.simulator.delivery;

import dev.operatorkit.money.Money;
import dev.operatorkit.simulator.wallet.Bet;
import dev.operatorkit.simulator.wallet.CallbackKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One round as it is stored.
 *
 * @param operator whose wallet it is played against
 * @param bet its debit
 * @param state where it stands
 * @param settlement what closes it, once that is decided
 * @param attempts how often the settlement has been sent
 * @param openedAt when the bet was placed
 * @param changedAt when anything last happened to it
 * @param firstAt when the settlement was first sent: the three days count from here
 * @param nextAt when the simulator will act on it by itself
 * @param balance the newest balance that the wallet answered for it
 * @param detail one line: the newest thing that happened
 */
public record Round(
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

    /** Its {@code gameRoundId}. */
    public String id() {
        return bet.roundId();
    }

    /**
     * The one settlement of a round (RND-4).
     *
     * @param kind credit or rollback
     * @param transactionId its own id
     * @param payout what a credit pays, nothing on a rollback
     * @param body the very bytes that every attempt sends (D-33)
     */
    public record Settlement(CallbackKind kind, String transactionId, Money payout, byte[] body) {}

    /**
     * One entry of a round's history.
     *
     * @param number which attempt of that kind it was
     * @param at when, by the simulator's clock
     * @param kind a callback, or what a person did
     * @param transactionId of the callback
     * @param verdict what came of it
     */
    public record Attempt(
            int number, Instant at, String kind, @Nullable String transactionId, String verdict) {}
}
