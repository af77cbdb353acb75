package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/**
 * Holds the body of {@code POST /debit} (WAL-3, D-16). Tests make one with {@code SignedCallback.toRecord}: the
 * constructor gets parameters when the provider adds fields.
 *
 * @param transactionId the id of this debit, which identifies the bet
 * @param gameRoundId the round that the debit opens (RND-1)
 * @param playerId the player's account id, or null if it was not sent: then the token identifies the player (D-16)
 * @param gameId the game, or null if it was not sent
 * @param token the session token, or null if it was not sent
 * @param stake the amount to subtract
 * @param reason free text (D-18), of which {@value #FREE_ROUND} marks a free round; in a received debit, in the form of
 *     {@link Limits#toStorableText}
 * @param freeRoundData the details of the free round; null in any other round (WAL-15)
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
    /** Defines the {@code reason} that marks a debit as part of a free round (WAL-5). */
    public static final String FREE_ROUND = "freeround";

    /**
     * Validates the fields.
     *
     * @throws IllegalArgumentException if an id is missing or exceeds its limits (D-36), or the stake is missing (D-20)
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

    /** Returns a string representation that includes the transactionId but not the token (SIG-17). */
    @Override
    public String toString() {
        return "Debit[transactionId=" + transactionId + ", gameRoundId=" + gameRoundId + ", playerId=" + playerId
                + ", stake=" + stake + ", reason=" + reason + "]";
    }
}
