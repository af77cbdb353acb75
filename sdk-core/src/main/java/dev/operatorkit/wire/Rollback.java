package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/** The body of {@code POST /rollback} (WAL-11): the stake to return is the stored debit's. */
public record Rollback(
        String transactionId,
        String referenceTransactionId,
        String gameRoundId,
        String playerId,
        @Nullable String gameId,
        @Nullable String reason) {
    /** Refuses ids out of bounds. */
    public Rollback {
        Ids.require("transactionId", transactionId);
        Ids.require("referenceTransactionId", referenceTransactionId);
        Ids.require("gameRoundId", gameRoundId);
        Ids.require("playerId", playerId);
    }
}
