package dev.operatorkit.simulator.console;

import dev.operatorkit.conformance.suite.Rules;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes times, durations and ids of rules for pages. */
final class PageText {
    private static final DateTimeFormatter TEXT = pattern("MM-dd HH:mm:ss.SSS'Z'");
    private static final DateTimeFormatter MINUTE = pattern("uuuu-MM-dd HH:mm'Z'");
    private static final DateTimeFormatter CLOCK = pattern("HH:mm:ss'Z'");
    private static final DateTimeFormatter MACHINE =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);
    private static final Duration JUMPED = Duration.ofSeconds(1);
    private static final Pattern RULE = Pattern.compile("\\b(?:[A-Z]{3}|D)-[0-9]+\\b");

    private PageText() {}

    private static DateTimeFormatter pattern(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    /** Holds a part of a text: other words, or the id of a rule with its sentence. */
    record Part(String text, String sentence) {}

    /** Splits a text so that each id of a rule or decision is a part with its sentence. */
    static List<Part> parts(String text) {
        var parts = new ArrayList<Part>();
        var ids = RULE.matcher(text);
        var at = 0;
        while (ids.find()) {
            var sentence = sentence(ids.group());
            if (!sentence.isEmpty()) {
                parts.add(new Part(text.substring(at, ids.start()), ""));
                parts.add(new Part(ids.group(), sentence));
                at = ids.end();
            }
        }
        parts.add(new Part(text.substring(at), ""));
        return parts;
    }

    private static String sentence(String id) {
        var point = Rules.openPointOf(id);
        return (point.isEmpty() ? "" : point + ": ") + Rules.textOf(id);
    }

    /**
     * Returns a text as {@code decodeURIComponent} of the button that copies it reads it: HTML reads a carriage return as a line feed
     * and has no zero byte.
     */
    static String copied(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\0", "%00");
    }

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

    static String millis(long micros) {
        return String.format(Locale.ROOT, "%.1f ms", micros / 1000.0);
    }

    static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Returns the time until an attempt is due, as the page's script counts it down. */
    static String in(Duration until) {
        var seconds = until.toSeconds();
        if (seconds <= 0) {
            return "now";
        }
        return seconds < 60
                ? "in " + seconds + " s"
                : seconds < 3600
                        ? "in " + until.toMinutes() + " min " + until.toSecondsPart() + " s"
                        : "in " + until.toHours() + " h " + until.toMinutesPart() + " min";
    }

    /** Returns a duration such as "3 days 2 h". */
    static String describe(Duration duration) {
        var text = part(duration.toDays(), duration.toDays() == 1 ? "day" : "days")
                + part(duration.toHoursPart(), "h")
                + part(duration.toMinutesPart(), "min");
        return text.isEmpty() ? duration.toSeconds() + " s" : text.strip();
    }

    private static String part(long count, String unit) {
        return count == 0 ? "" : count + " " + unit + " ";
    }
}
