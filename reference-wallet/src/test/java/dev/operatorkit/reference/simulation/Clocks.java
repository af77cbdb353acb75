package dev.operatorkit.reference.simulation;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Holds the clock of each process, which a plan can move. */
final class Clocks {
    /** Two hours before the end of a month. */
    private static final long START = Instant.parse("2026-01-31T22:00:00Z").toEpochMilli();

    private final Kernel kernel;
    private final Map<String, Long> steps = new HashMap<>();

    Clocks(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Returns the time that the clock of a process shows, in milliseconds. */
    long now(String process) {
        return START + kernel.millis() + steps.getOrDefault(process, 0L);
    }

    /** Moves the clock of a process. */
    void step(String process, long millis) {
        kernel.note("clock of " + process + " " + millis);
        steps.merge(process, millis, Long::sum);
    }

    /** Returns the clock of a process. */
    Clock clock(String process) {
        return of(() -> now(process));
    }

    /** Returns a clock that shows this number of milliseconds. */
    static Clock of(LongSupplier millis) {
        return ((InstantSource) () -> Instant.ofEpochMilli(millis.getAsLong())).withZone(ZoneOffset.UTC);
    }
}
