package dev.operatorkit.simulator.fault;

import dev.operatorkit.simulator.wallet.CallbackKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The faults that are switched on. They end with the simulator: a restart is a clean one. */
public final class Faults {
    private static final int MOST = 1000;

    private final List<Fault> faults = new ArrayList<>();
    private long lastId;

    /**
     * Switches one on.
     *
     * @param times how often it strikes, at least once, or {@link Fault#UNTIL_SWITCHED_OFF}
     * @param time null for the usual one of its kind
     */
    public synchronized Fault switchOn(
            FaultKind kind,
            @Nullable String operator,
            @Nullable CallbackKind callback,
            @Nullable String player,
            int times,
            @Nullable Duration time) {
        if (times == 0 || times < Fault.UNTIL_SWITCHED_OFF) {
            throw new IllegalArgumentException("a fault strikes at least once");
        }
        if (time != null && time.isNegative()) {
            throw new IllegalArgumentException("a time is never negative");
        }
        if (kind.isOfCustomerApi() && callback != null) {
            throw new IllegalArgumentException(kind + " befalls the Customer API, not a callback");
        }
        faults.removeIf(fault -> fault.times() == 0 && faults.size() >= MOST);
        if (faults.size() >= MOST) {
            throw new IllegalArgumentException("no more than " + MOST + " faults can be on");
        }
        var fault = new Fault(
                ++lastId, kind, operator, callback, player, times, time == null ? kind.defaultDuration() : time, 0);
        faults.add(fault);
        return fault;
    }

    /** The fault that befalls this callback, the one switched on first; it is counted down. */
    public Optional<Fault> takeForCallback(String operator, CallbackKind callback, @Nullable String player) {
        return take(operator, callback, player);
    }

    /** The fault that befalls this answer of the Customer API; it is counted down. */
    public Optional<Fault> takeForCustomerApi(String operator) {
        return take(operator, null, null);
    }

    private synchronized Optional<Fault> take(
            String operator, @Nullable CallbackKind callback, @Nullable String player) {
        for (var i = 0; i < faults.size(); i++) {
            var fault = faults.get(i);
            if (fault.matches(operator, callback, player)) {
                faults.set(i, fault.afterUse());
                return Optional.of(fault);
            }
        }
        return Optional.empty();
    }

    /** All of them, the used-up ones too, with how often each struck. */
    public synchronized List<Fault> all() {
        return List.copyOf(faults);
    }

    /** Those that can still strike. */
    public List<Fault> active() {
        return all().stream().filter(fault -> fault.times() != 0).toList();
    }

    /** Switches one off; false when there is none of that id. */
    public synchronized boolean switchOff(long id) {
        return faults.removeIf(fault -> fault.id() == id);
    }

    /** Switches all off. */
    public synchronized void switchOffAll() {
        faults.clear();
    }
}
