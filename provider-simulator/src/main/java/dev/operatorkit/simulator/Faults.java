package dev.operatorkit.simulator;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Switches faults on and off. They are not stored: a restarted simulator has none. Thread-safe. */
public interface Faults {
    /**
     * Switches a fault on.
     *
     * @param times the number of times to apply it, at least 1, or {@link Fault#UNTIL_SWITCHED_OFF}
     * @param time the duration, or null for the default of the kind
     */
    Fault switchOn(
            FaultKind kind,
            @Nullable String operator,
            @Nullable CallbackKind callback,
            @Nullable String player,
            int times,
            @Nullable Duration time);

    /** Returns all faults, including the used-up ones. */
    List<Fault> all();

    /** Returns the faults that can still be applied. */
    List<Fault> active();

    /** Switches a fault off. Returns false if there is none with this id. */
    boolean switchOff(long id);

    /** Switches all faults off. */
    void switchOffAll();
}
