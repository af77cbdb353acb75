package dev.operatorkit.simulator.time;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Pattern;

/** A span of time as people type it and read it: {@code +3d}, {@code 1h30m}, {@code 250ms}, or ISO-8601 as {@code PT72H}. */
public final class Durations {
    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "d", ChronoUnit.DAYS,
            "h", ChronoUnit.HOURS,
            "m", ChronoUnit.MINUTES,
            "s", ChronoUnit.SECONDS,
            "ms", ChronoUnit.MILLIS);
    private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|[dhms])");
    private static final Pattern WHOLE = Pattern.compile("\\+?(" + PART.pattern() + ")+");
    /** A hundred years: past it the calendar of no database holds. */
    private static final Duration LONGEST = Duration.ofDays(36_525);

    private Durations() {}

    /** Reads it; IllegalArgumentException says what it may look like. */
    public static Duration parse(String text) {
        var span = WHOLE.matcher(text).matches() ? sum(text) : iso(text);
        if (span.isNegative() || span.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a span of time lies between 0 and 100 years, not '" + text + "'");
        }
        return span;
    }

    private static Duration sum(String text) {
        var parts = PART.matcher(text);
        var sum = Duration.ZERO;
        while (parts.find()) {
            var unit = UNITS.getOrDefault(parts.group(2), ChronoUnit.SECONDS);
            sum = sum.plus(Long.parseLong(parts.group(1)), unit);
        }
        return sum;
    }

    private static Duration iso(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "a span of time is written like +3d, 1h30m, 250ms or PT72H, not '" + text + "'", e);
        }
    }

    /** Says it shortly: {@code 3d 1h}, {@code 250ms}, {@code 0s}. */
    public static String format(Duration span) {
        var words = new StringBuilder();
        part(words, span.toDays(), "d");
        part(words, span.toHoursPart(), "h");
        part(words, span.toMinutesPart(), "m");
        part(words, span.toSecondsPart(), "s");
        part(words, span.toMillisPart(), "ms");
        return words.isEmpty() ? "0s" : words.toString();
    }

    private static void part(StringBuilder words, long number, String unit) {
        if (number > 0) {
            words.append(words.isEmpty() ? "" : " ").append(number).append(unit);
        }
    }
}
