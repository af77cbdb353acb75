package dev.operatorkit.simulator.time;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Pattern;

/** Parses and formats durations such as {@code 3d}, {@code 1h30m} and {@code 250ms}; also parses ISO-8601 as {@code PT72H}. */
public final class Durations {
    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "d", ChronoUnit.DAYS,
            "h", ChronoUnit.HOURS,
            "m", ChronoUnit.MINUTES,
            "s", ChronoUnit.SECONDS,
            "ms", ChronoUnit.MILLIS);
    private static final Pattern PART = Pattern.compile("(\\d+)(ms|[dhms])");
    private static final Pattern WHOLE = Pattern.compile("\\+?(?:" + PART.pattern() + ")++");
    /** Limits the digits of one part: a hundred years in milliseconds have 13. */
    private static final int MAX_DIGITS = 13;
    /** Limits durations to a hundred years, within the date range of every database. */
    private static final Duration LONGEST = Duration.ofDays(36_525);

    private Durations() {}

    /** Parses a duration, or throws an IllegalArgumentException that shows the format. */
    public static Duration parse(String text) {
        var span = WHOLE.matcher(text).matches() ? sum(text) : iso(text);
        if (span.isNegative() || span.compareTo(LONGEST) > 0) {
            throw outOfRange(text);
        }
        return span;
    }

    private static IllegalArgumentException outOfRange(String text) {
        return new IllegalArgumentException("A duration must be from 0 to 100 years, not '" + text + "'.");
    }

    private static Duration sum(String text) {
        var parts = PART.matcher(text);
        var sum = Duration.ZERO;
        while (parts.find()) {
            if (parts.group(1).length() > MAX_DIGITS) {
                throw outOfRange(text);
            }
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
                    "A duration is written like 10s, 1h30m, 3d or PT72H, not '" + text + "'.", e);
        }
    }

    /** Formats a duration: {@code 3d 1h}, {@code 250ms}, {@code 0s}. */
    public static String format(Duration span) {
        var text = new StringBuilder();
        part(text, span.toDays(), "d");
        part(text, span.toHoursPart(), "h");
        part(text, span.toMinutesPart(), "m");
        part(text, span.toSecondsPart(), "s");
        part(text, span.toMillisPart(), "ms");
        return text.isEmpty() ? "0s" : text.toString();
    }

    private static void part(StringBuilder text, long number, String unit) {
        if (number > 0) {
            text.append(text.isEmpty() ? "" : " ").append(number).append(unit);
        }
    }
}
