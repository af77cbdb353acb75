package dev.operatorkit.simulator.customerapi;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parses the three HTTP date formats: IMF-fixdate, RFC 850 and asctime. */
final class HttpDate {
    /** Holds the number of years up to which a two-digit year is in the future, as HTTP defines. */
    private static final int FURTHEST_AHEAD = 50;

    private static final List<DateTimeFormatter> OF_FOUR_DIGITS =
            List.of(form("EEE, dd MMM uuuu HH:mm:ss 'GMT'"), form("EEE MMM ppd HH:mm:ss uuuu"));
    private static final String RFC_850_DAY = "EEEE, dd-MMM-";

    private HttpDate() {}

    private static DateTimeFormatter form(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.US).withResolverStyle(ResolverStyle.STRICT);
    }

    /** Returns the moment in a header, or empty if its format is invalid. */
    static Optional<Instant> parse(String header, Clock systemClock) {
        for (var form : OF_FOUR_DIGITS) {
            var date = parse(header, form);
            if (date.isPresent()) {
                return date;
            }
        }
        return parse(header, rfc850(systemClock));
    }

    private static Optional<Instant> parse(String header, DateTimeFormatter form) {
        try {
            return Optional.of(LocalDateTime.parse(header, form).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static DateTimeFormatter rfc850(Clock systemClock) {
        var thisYear = systemClock.instant().atOffset(ZoneOffset.UTC).getYear();
        return new DateTimeFormatterBuilder()
                .appendPattern(RFC_850_DAY)
                .appendValueReduced(ChronoField.YEAR, 2, 2, thisYear + FURTHEST_AHEAD - 99)
                .appendPattern(" HH:mm:ss 'GMT'")
                .toFormatter(Locale.US)
                .withResolverStyle(ResolverStyle.STRICT);
    }
}
