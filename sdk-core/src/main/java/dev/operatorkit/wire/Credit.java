package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/** The body of {@code POST /credit} (WAL-7): no token, days late perhaps (WAL-8). */
public record Credit(
        String transactionId,
        String referenceTransactionId,
        String gameRoundId,
        String playerId,
        @Nullable String gameId,
        WireAmount payout,
        @Nullable String reason,
        @Nullable FreeRoundData freeRoundData) {
    /** Refuses ids out of bounds and a missing payout. */
    public Credit {
        Ids.require("transactionId", transactionId);
        Ids.require("referenceTransactionId", referenceTransactionId);
        Ids.require("gameRoundId", gameRoundId);
        Ids.require("playerId", playerId);
        if (payout == null) {
            throw new IllegalArgumentException("payout is missing");
        }
    }
}
