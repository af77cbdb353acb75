package dev.operatorkit.simulator.transcript;

import java.util.Locale;

/**
 * Selects one HTTP status or a class of them.
 *
 * @param first the lowest status; 0 stands for exchanges without a response
 * @param last the highest status
 */
public record Statuses(int first, int last) {
    private static final int CLASS = 100;

    public static Statuses of(int status) {
        return new Statuses(status, status);
    }

    /** Parses {@code 404} or {@code 4xx}, or throws an IllegalArgumentException that names the two forms. */
    public static Statuses parse(String text) {
        var lower = text.toLowerCase(Locale.ROOT);
        if (lower.matches("[1-5]xx")) {
            var first = (lower.charAt(0) - '0') * CLASS;
            return new Statuses(first, first + CLASS - 1);
        }
        if (lower.matches("[0-9]{1,3}")) {
            return of(Integer.parseInt(lower));
        }
        throw new IllegalArgumentException(
                "'status' must be a whole number such as 404, or a class such as 4xx. 0 finds missing responses.");
    }

    boolean includes(int status) {
        return status >= first && status <= last;
    }

    boolean isOne() {
        return first == last;
    }
}
