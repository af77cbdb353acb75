package dev.operatorkit.simulator;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Holds one fault that is switched on.
 *
 * @param id the number of the fault
 * @param kind the kind of the fault
 * @param operator the operator whose traffic it applies to, or null for any
 * @param callback the callback it applies to, or null for any
 * @param player the player whose callbacks it applies to, or null for any
 * @param times the number of times it is still to be applied; {@link #UNTIL_SWITCHED_OFF} for no limit
 * @param time the duration that {@link FaultKind} describes
 * @param timesApplied the number of times it was applied
 */
public record Fault(
        long id,
        FaultKind kind,
        @Nullable String operator,
        @Nullable CallbackKind callback,
        @Nullable String player,
        int times,
        Duration time,
        long timesApplied) {
    /** Marks a fault that is applied until it is switched off. */
    public static final int UNTIL_SWITCHED_OFF = -1;
}
