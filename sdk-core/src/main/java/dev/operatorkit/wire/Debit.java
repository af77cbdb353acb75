package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/**
 * Holds the body of {@code POST /debit} (WAL-3, D-16).
 *
 * @param transactionId identifies the bet
 * @param gameRoundId the round it opens (RND-1)
 * @param playerId the account, when sent
 * @param gameId the game, when sent
 * @param token the session's token, when sent
 * @param stake what to subtract
 * @param reason any string (D-18), read into a form that every store can hold; {@value #FREE_ROUND} marks a free round
 * @param freeRoundData on a free round (WAL-15)
 */
public record Debit(
        String transactionId,
        String gameRoundId,
        @Nullable String playerId,
        @Nullable String gameId,
        @Nullable String token,
        WireAmount stake,
        @Nullable String reason,
        @Nullable FreeRoundData freeRoundData) {
    /** Marks a free round when it is the {@code reason} of a debit (WAL-5). */
    public static final String FREE_ROUND = "freeround";

    /**
     * Validates the fields.
     *
     * @throws IllegalArgumentException if an id is missing or out of bounds (D-36), or the stake is missing (D-20)
     */
    public Debit {
        Limits.requireId("transactionId", transactionId);
        Limits.requireId("gameRoundId", gameRoundId);
        Limits.requireOptionalId("playerId", playerId);
        Limits.requireOptionalId("gameId", gameId);
        Limits.optionalToken("token", token);
        Limits.requirePresent("stake", stake);
        Limits.requireText("reason", reason);
    }

    /** Returns a text that includes the transactionId but not the token (SIG-17). */
    @Override
    public String toString() {
        return "Debit[transactionId=" + transactionId + ", gameRoundId=" + gameRoundId + ", playerId=" + playerId
                + ", stake=" + stake + ", reason=" + reason + "]";
    }
}
