package dev.operatorkit.simulator.console;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes times in UTC for pages. A script turns them into the reader's own zone and leaves UTC in the title. */
final class PageTime {
    private static final DateTimeFormatter TEXT =
            DateTimeFormatter.ofPattern("MM-dd HH:mm:ss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MACHINE =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);
    private static final Duration JUMPED = Duration.ofSeconds(1);

    private PageTime() {}

    /** Returns the time for a reader without a script. */
    static String text(Instant at) {
        return TEXT.format(at);
    }

    /** Returns the time as scripts read it. */
    static String machine(Instant at) {
        return MACHINE.format(at);
    }

    /** Returns a time to the minute, for windows of days. */
    static String minute(Instant at) {
        return MINUTE.format(at);
    }

    /** Returns the time of day to the second, for what happened a moment ago. */
    static String clock(Instant at) {
        return CLOCK.format(at);
    }

    /** Returns the time in full, and the real time if the simulator's clock was ahead of it. */
    static String explain(Instant at, @Nullable Instant real) {
        return real != null && isAhead(at, real)
                ? machine(at) + " by the simulator's clock, " + machine(real) + " in real time"
                : machine(at);
    }

    /** Returns whether the simulator's clock was ahead of real time. */
    static boolean isAhead(Instant at, Instant real) {
        return Duration.between(real, at).compareTo(JUMPED) > 0;
    }
}
