package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.CallLimits;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Holds the settings for calls to one operator's wallet.
 *
 * @param fields the optional fields to send (D-16)
 * @param limits the limits of time and size (D-34)
 * @param retries the retry schedule (D-33)
 */
public record CallbackSettings(Set<OptionalField> fields, CallLimits limits, int concurrency, RetrySchedule retries) {
    /** Holds the defaults of the decisions: all fields, default limits, 16 concurrent settlements. */
    public static final CallbackSettings DEFAULT =
            new CallbackSettings(EnumSet.allOf(OptionalField.class), CallLimits.DEFAULT, 16, RetrySchedule.DEFAULT);

    /** Rejects a concurrency below 1, and debits that would not identify the player. */
    public CallbackSettings {
        if (!fields.contains(OptionalField.DEBIT_PLAYER_ID) && !fields.contains(OptionalField.DEBIT_TOKEN)) {
            throw new IllegalArgumentException("a debit needs playerId or token to identify the player");
        }
        if (concurrency < 1) {
            throw new IllegalArgumentException("the concurrency must be at least 1");
        }
        fields = Collections.unmodifiableSet(EnumSet.copyOf(fields));
    }
}
