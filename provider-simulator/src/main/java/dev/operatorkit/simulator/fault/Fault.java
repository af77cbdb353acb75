package dev.operatorkit.simulator.fault;

import dev.operatorkit.simulator.wallet.CallbackKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One fault that is switched on.
 *
 * @param id names it
 * @param kind what goes wrong
 * @param operator whose traffic, or null for everybody's
 * @param callback which callback, or null for any
 * @param player whose callbacks, or null for everybody's
 * @param times how often it strikes yet; {@link #UNTIL_SWITCHED_OFF} has no end
 * @param time what {@link FaultKind} says the time is for
 * @param struck how often it has struck
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
    /** For {@code times}: strikes until somebody switches it off. */
    public static final int UNTIL_SWITCHED_OFF = -1;

    boolean matches(String anOperator, @Nullable CallbackKind aCallback, @Nullable String aPlayer) {
        return times != 0
                && kind.isOfCustomerApi() == (aCallback == null)
                && (operator == null || operator.equals(anOperator))
                && (callback == null || callback == aCallback)
                && (player == null || player.equals(aPlayer));
    }

    Fault afterUse() {
        var left = times == UNTIL_SWITCHED_OFF ? times : times - 1;
        return new Fault(id, kind, operator, callback, player, left, time, timesApplied + 1);
    }
}
