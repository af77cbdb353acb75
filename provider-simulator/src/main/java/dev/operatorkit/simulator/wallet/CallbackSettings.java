package dev.operatorkit.simulator.wallet;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * How one operator's wallet is called.
 *
 * @param fields the optional fields that are sent (D-16)
 * @param limits time and size (D-34)
 * @param concurrency how many settlements may be under way at once
 * @param retries when they are tried again (D-33)
 */
public record CallbackSettings(Set<OptionalField> fields, CallLimits limits, int concurrency, RetrySchedule retries) {
    /** As the decisions say: all fields, usual limits, 16 at once. */
    public static final CallbackSettings DEFAULT =
            new CallbackSettings(EnumSet.allOf(OptionalField.class), CallLimits.DEFAULT, 16, RetrySchedule.DEFAULT);

    /** Refuses a concurrency below 1, and a debit that would not tell whose it is. */
    public CallbackSettings {
        if (!fields.contains(OptionalField.DEBIT_PLAYER_ID) && !fields.contains(OptionalField.DEBIT_TOKEN)) {
            throw new IllegalArgumentException("a debit needs playerId or token, or no wallet can tell whose it is");
        }
        if (concurrency < 1) {
            throw new IllegalArgumentException("at least one settlement must be under way at once");
        }
        fields = Collections.unmodifiableSet(EnumSet.copyOf(fields));
    }

    /** The same with other optional fields. */
    public CallbackSettings withFields(Set<OptionalField> newFields) {
        return new CallbackSettings(newFields, limits, concurrency, retries);
    }

    /** The same with other limits. */
    public CallbackSettings withLimits(CallLimits newLimits) {
        return new CallbackSettings(fields, newLimits, concurrency, retries);
    }

    /** The same with another concurrency. */
    public CallbackSettings withConcurrency(int newConcurrency) {
        return new CallbackSettings(fields, limits, newConcurrency, retries);
    }

    /** The same with other retries. */
    public CallbackSettings withRetries(RetrySchedule newRetries) {
        return new CallbackSettings(fields, limits, concurrency, newRetries);
    }
}
