package dev.operatorkit.simulator.fault;

import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Fault;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.Faults;
import dev.operatorkit.simulator.time.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Holds the faults that are switched on and counts how often each is applied. */
public final class ActiveFaults implements Faults {
    private static final int MAX_FAULTS = 1000;
    /** Lets a callback arrive after its retries have ended (DEL-1). */
    private static final Duration MAX_TIME = Duration.ofDays(30);

    private final List<Fault> faults = new ArrayList<>();
    private long lastId;

    @Override
    public synchronized Fault switchOn(
            FaultKind kind,
            @Nullable String operator,
            @Nullable CallbackKind callback,
            @Nullable String player,
            int times,
            @Nullable Duration time) {
        if (times == 0 || times < Fault.UNTIL_SWITCHED_OFF) {
            throw new IllegalArgumentException("times must be at least 1, not " + times);
        }
        if (time != null && (time.isNegative() || time.compareTo(MAX_TIME) > 0)) {
            throw new IllegalArgumentException(
                    "The time is " + time + ". Enter one from 0 to " + Durations.format(MAX_TIME) + ".");
        }
        if (kind.isOfCustomerApi() && callback != null) {
            throw new IllegalArgumentException(
                    kind + " applies to the Customer API, not to a callback. Leave the callback out.");
        }
        faults.removeIf(fault -> fault.times() == 0 && faults.size() >= MAX_FAULTS);
        if (faults.size() >= MAX_FAULTS) {
            throw new IllegalArgumentException(
                    MAX_FAULTS + " faults are on, and no more can be. Switch some off first.");
        }
        var fault = new Fault(
                ++lastId, kind, operator, callback, player, times, time == null ? kind.defaultDuration() : time, 0);
        faults.add(fault);
        return fault;
    }

    /** Returns the first fault that matches a callback and counts it down. */
    public Optional<Fault> takeForCallback(String operator, CallbackKind callback, @Nullable String player) {
        return take(operator, callback, player);
    }

    /** Returns the first fault that matches a response of the Customer API and counts it down. */
    public Optional<Fault> takeForCustomerApi(String operator) {
        return take(operator, null, null);
    }

    private synchronized Optional<Fault> take(
            String operator, @Nullable CallbackKind callback, @Nullable String player) {
        for (var i = 0; i < faults.size(); i++) {
            var fault = faults.get(i);
            if (isApplicable(fault, operator, callback, player)) {
                faults.set(i, countDown(fault));
                return Optional.of(fault);
            }
        }
        return Optional.empty();
    }

    private static boolean isApplicable(
            Fault fault, String operator, @Nullable CallbackKind callback, @Nullable String player) {
        return fault.times() != 0
                && fault.kind().isOfCustomerApi() == (callback == null)
                && (fault.operator() == null || fault.operator().equals(operator))
                && (fault.callback() == null || fault.callback() == callback)
                && (fault.player() == null || fault.player().equals(player));
    }

    private static Fault countDown(Fault fault) {
        var endless = fault.times() == Fault.UNTIL_SWITCHED_OFF;
        return new Fault(
                fault.id(),
                fault.kind(),
                fault.operator(),
                fault.callback(),
                fault.player(),
                endless ? fault.times() : fault.times() - 1,
                fault.time(),
                fault.timesApplied() + 1);
    }

    @Override
    public synchronized List<Fault> all() {
        return List.copyOf(faults);
    }

    @Override
    public List<Fault> active() {
        return all().stream().filter(fault -> fault.times() != 0).toList();
    }

    @Override
    public synchronized boolean switchOff(long id) {
        return faults.removeIf(fault -> fault.id() == id);
    }

    @Override
    public synchronized void switchOffAll() {
        faults.clear();
    }
}
