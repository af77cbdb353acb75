package dev.operatorkit.simulator.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Holds one entry of a round's history. */
public record Attempt(
        int number, Instant at, String kind, @Nullable String transactionId, String verdict) {}
