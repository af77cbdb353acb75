package dev.operatorkit.wire;

import org.jspecify.annotations.Nullable;

/** The body of {@code POST /debit} (WAL-3, D-16). */
public record Debit(
        String transactionId,
        String gameRoundId,
        @Nullable String playerId,
        @Nullable String gameId,
        @Nullable String token,
        WireAmount stake,
        @Nullable String reason,
        @Nullable FreeRoundData freeRoundData) {
    /** The reason of a free round (WAL-5). */
    public static final String FREE_ROUND = "freeround";

    /** Refuses ids out of bounds and a missing stake. */
    public Debit {
        Ids.require("transactionId", transactionId);
        Ids.require("gameRoundId", gameRoundId);
        if (stake == null) {
            throw new IllegalArgumentException("stake is missing");
        }
    }
}
