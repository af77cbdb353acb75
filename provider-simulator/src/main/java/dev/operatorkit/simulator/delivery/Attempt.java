package dev.operatorkit.simulator.delivery;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Holds one entry of a round's history.
 *
 * @param number the number of the attempt of this kind
 * @param at the time, by the simulator's clock
 * @param kind a callback or a manual action
 * @param transactionId the transaction of the callback
 * @param verdict the result
 */
public record Attempt(
        int number, Instant at, String kind, @Nullable String transactionId, String verdict) {}
