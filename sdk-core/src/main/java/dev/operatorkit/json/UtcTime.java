package dev.operatorkit.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/**
 * Reads and writes times in bodies: ISO-8601 in UTC (GEN-3). Reads {@code Z} and {@code +00:00}; writes {@code Z}
 * (D-10) with milliseconds (D-50).
 */
public final class UtcTime {
    private static final Pattern FORM =
            Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|\\+00:00)");

    private UtcTime() {}

    /**
     * Parses a time.
     *
     * @throws IllegalArgumentException if the text has another offset or no zone, or is a leap second or a date that
     *     does not exist
     */
    public static Instant parse(String text) {
        // Instant.parse accepts offsets and leap seconds.
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("must be a time in UTC such as 2026-01-31T12:00:00.000Z");
        }
        try {
            return LocalDateTime.parse(text.substring(0, text.indexOf(text.endsWith("Z") ? 'Z' : '+')))
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("is a time that does not exist", e);
        }
    }

    /**
     * Formats a time such as {@code 2026-01-31T12:00:00.000Z}. A DateTimeFormatter would cost more than the rest of a
     * response.
     */
    static String format(Instant instant) {
        var time = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC);
        if (time.getYear() < 0 || time.getYear() > 9999) {
            throw new IllegalArgumentException(
                    "the time " + instant + " is not in the years 0 to 9999 and cannot be written");
        }
        var text = new char[] {
            '0', '0', '0', '0', '-', '0', '0', '-', '0', '0', 'T', '0', '0', ':', '0', '0', ':', '0', '0', '.', '0',
            '0', '0', 'Z'
        };
        digits(text, 3, time.getYear());
        digits(text, 6, time.getMonthValue());
        digits(text, 9, time.getDayOfMonth());
        digits(text, 12, time.getHour());
        digits(text, 15, time.getMinute());
        digits(text, 18, time.getSecond());
        digits(text, 22, time.getNano() / 1_000_000);
        return new String(text);
    }

    private static void digits(char[] text, int last, int value) {
        for (int at = last, left = value; left > 0; at--, left /= 10) {
            text[at] = (char) ('0' + left % 10);
        }
    }
}
