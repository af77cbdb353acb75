package dev.operatorkit.simulator.transcript;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.noCondition;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jooq.Condition;
import org.jspecify.annotations.Nullable;

/**
 * Selects exchanges that fulfil all conditions.
 *
 * <ul>
 *   <li>{@code operator}, {@code player}, {@code round}, {@code transaction}, {@code kind}, {@code verdict}: equal values
 *   <li>{@code status}: a status or a class of them; 0 stands for exchanges without a response
 *   <li>{@code attempt}: the lowest attempt
 *   <li>{@code from}, {@code to}: the earliest start, and the time before which it started, by the simulator's clock
 *   <li>{@code text}: a part of the transaction id, the verdict, the request's target or a body, in either case
 * </ul>
 *
 * @param fields the values of the conditions
 */
public record Filter(Map<String, String> fields) {
    public static final Filter ALL = new Filter(Map.of());

    private static final List<String> NAMES = List.of(
            "operator", "player", "round", "transaction", "kind", "verdict", "status", "attempt", "from", "to", "text");

    /** Throws an IllegalArgumentException that names the first invalid field. */
    public Filter {
        fields = Map.copyOf(fields);
        fields.forEach(Filter::condition);
    }

    /** Returns a filter with these names and values in turn; null matches any value. */
    public static Filter of(@Nullable String... namesAndValues) {
        var fields = new HashMap<@Nullable String, @Nullable String>();
        for (var i = 0; i < namesAndValues.length; i += 2) {
            fields.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return read(fields::get);
    }

    public static Filter ofRound(String round) {
        return of("round", round);
    }

    /**
     * Reads a filter from the fields of a form or a query, or throws an IllegalArgumentException that names the field.
     *
     * @param source returns the value of a field, or null if it is absent or empty
     */
    public static Filter read(Function<String, @Nullable String> source) {
        var fields = new HashMap<String, String>();
        for (var name : NAMES) {
            var value = source.apply(name);
            if (value != null) {
                fields.put(name, value);
            }
        }
        return new Filter(fields);
    }

    /** Returns the condition on the stored exchanges. */
    Condition condition() {
        return fields.entrySet().stream()
                .map(each -> condition(each.getKey(), each.getValue()))
                .reduce(noCondition(), Condition::and);
    }

    private static Condition condition(String name, String value) {
        return switch (name) {
            case "transaction" -> text("transaction_id", value);
            case "verdict" -> text("judgement", verdict(value).name());
            case "status" -> status(value.toLowerCase(Locale.ROOT));
            case "attempt" -> field(name, Integer.class).ge(attempt(value));
            case "from" -> field("at", Long.class).ge(time(name, value).toEpochMilli());
            case "to" -> field("at", Long.class).lt(time(name, value).toEpochMilli());
            case "text" -> field(name, String.class).contains(SearchedText.lower(value));
            default -> text(name, value);
        };
    }

    private static Condition text(String column, String value) {
        return field(column, String.class).eq(value);
    }

    private static Condition status(String text) {
        var status = field("status", Integer.class);
        if (text.matches("[1-5]xx")) {
            var first = (text.charAt(0) - '0') * 100;
            return status.between(first, first + 99);
        }
        if (text.matches("[0-9]{1,3}")) {
            return status.eq(Integer.valueOf(text));
        }
        throw new IllegalArgumentException(
                "'status' must be a whole number such as 404, or a class such as 4xx. 0 finds missing responses.");
    }

    private static ExchangeVerdict verdict(String text) {
        try {
            return ExchangeVerdict.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'verdict' must be one of " + Arrays.toString(ExchangeVerdict.values()) + ".", e);
        }
    }

    private static Integer attempt(String text) {
        if (!text.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException("'attempt' must be a whole number. Enter digits only.");
        }
        return Integer.valueOf(text);
    }

    /** Parses a time in UTC, with or without seconds and zone, since a browser's control sends neither. */
    public static Instant time(String name, String text) {
        try {
            return LocalDateTime.parse(text.endsWith("Z") ? text.substring(0, text.length() - 1) : text)
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("'" + name + "' must be a UTC time such as 2026-03-01T12:00.", e);
        }
    }
}
