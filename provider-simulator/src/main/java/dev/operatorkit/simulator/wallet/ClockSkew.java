package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.WireResult.Answered;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Measures how far a wallet's clock is ahead of ours, by the {@code Date} header of its responses. */
final class ClockSkew {
    /** Limits the age of a timestamp, either way (SIG-10). */
    static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final Duration LARGEST = Duration.ofDays(36_525);
    private static final long HALF_A_SECOND = 500;

    private @Nullable Duration ahead;

    /** Measures by one response; a header that is not an HTTP date is ignored, and so is that of a cached response. */
    void measure(Instant sent, Instant received, Answered answer) {
        var dates = answer.values("Date");
        if (dates.size() != 1 || !answer.values("Age").isEmpty()) {
            return;
        }
        try {
            var date = ZonedDateTime.parse(dates.get(0), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            var middle = sent.plus(Duration.between(sent, received).dividedBy(2));
            // The header has whole seconds, so the middle of its second is the best estimate.
            var measured = Duration.between(middle, date.plusMillis(HALF_A_SECOND));
            if (measured.abs().compareTo(LARGEST) < 0) {
                ahead = measured;
            }
        } catch (DateTimeException | ArithmeticException e) {
            // No HTTP date, or one beyond all bounds: proves nothing about the clock.
        }
    }

    /** Returns how far the wallet's clock is ahead, negative if it is behind; null if no response said it. */
    @Nullable
    Duration ahead() {
        return ahead;
    }

    /** Returns the shift of our timestamps that the wallet's clock needs; zero while both are within the tolerance. */
    Duration shift() {
        return ahead == null || ahead.abs().compareTo(TOLERANCE) <= 0 ? Duration.ZERO : ahead;
    }

    /** Describes a difference in its two largest units, such as {@code 47 minutes 3 seconds ahead of}. */
    static String describe(Duration ahead) {
        return size(ahead) + (ahead.isNegative() ? " behind" : " ahead of");
    }

    /** Returns the size of a difference in its two largest units. */
    static String size(Duration difference) {
        var size = difference.abs();
        var parts = Stream.of(
                        count(size.toDays(), "day"),
                        count(size.toHoursPart(), "hour"),
                        count(size.toMinutesPart(), "minute"),
                        count(size.toSecondsPart(), "second"))
                .filter(part -> !part.isEmpty())
                .limit(2)
                .toList();
        return parts.isEmpty() ? "less than a second" : String.join(" ", parts);
    }

    private static String count(long number, String unit) {
        return number == 0 ? "" : number + " " + unit + (number == 1 ? "" : "s");
    }
}
