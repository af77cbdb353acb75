package dev.operatorkit.simulator.transcript;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.noCondition;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.Field;
import org.jspecify.annotations.Nullable;

/**
 * Selects exchanges; null matches any.
 *
 * @param operator the operator
 * @param player the player
 * @param round the round
 * @param transaction the debit or settlement
 * @param kind the kind
 * @param statuses the status, or a class of statuses
 * @param verdict the verdict
 * @param attempt the lowest attempt
 * @param from the earliest start, by the simulator's clock
 * @param to the time before which it started
 * @param text a part of the transaction id, of the verdict, of the request's target or of a body, in either case
 */
public record Filter(
        @Nullable String operator,
        @Nullable String player,
        @Nullable String round,
        @Nullable String transaction,
        @Nullable String kind,
        @Nullable Statuses statuses,
        @Nullable ExchangeVerdict verdict,
        @Nullable Integer attempt,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable String text) {
    public static final Filter ALL = new Filter(null, null, null, null, null, null, null);

    /** Creates a filter for any transaction, verdict and time. */
    public Filter(
            @Nullable String operator,
            @Nullable String player,
            @Nullable String round,
            @Nullable String kind,
            @Nullable Integer status,
            @Nullable Integer attempt,
            @Nullable String text) {
        this(
                operator,
                player,
                round,
                null,
                kind,
                status == null ? null : Statuses.of(status),
                null,
                attempt,
                null,
                null,
                text);
    }

    public static Filter ofRound(String round) {
        return new Filter(null, null, round, null, null, null, null);
    }

    /** Returns a filter for one player of an operator. */
    public static Filter ofPlayer(String operator, String player) {
        return new Filter(operator, player, null, null, null, null, null);
    }

    public static Filter ofStatus(@Nullable Integer status) {
        return new Filter(null, null, null, null, status, null, null);
    }

    /**
     * Reads a filter from the fields of a form or a query, or throws an IllegalArgumentException that names the field.
     *
     * @param fields returns the value of a field, or null if it is absent or empty
     */
    public static Filter read(Function<String, @Nullable String> fields) {
        var status = fields.apply("status");
        return new Filter(
                fields.apply("operator"),
                fields.apply("player"),
                fields.apply("round"),
                fields.apply("transaction"),
                fields.apply("kind"),
                status == null ? null : Statuses.parse(status),
                verdict(fields.apply("verdict")),
                attempt(fields.apply("attempt")),
                time("from", fields.apply("from")),
                time("to", fields.apply("to")),
                fields.apply("text"));
    }

    private static @Nullable ExchangeVerdict verdict(@Nullable String text) {
        try {
            return text == null ? null : ExchangeVerdict.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'verdict' must be one of " + Arrays.toString(ExchangeVerdict.values()) + ".", e);
        }
    }

    private static @Nullable Integer attempt(@Nullable String text) {
        if (text != null && !text.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException("'attempt' must be a whole number. Enter digits only.");
        }
        return text == null ? null : Integer.valueOf(text);
    }

    /** Parses a time in UTC, with or without seconds and zone, since a browser's own control sends neither. */
    private static @Nullable Instant time(String name, @Nullable String text) {
        try {
            return text == null
                    ? null
                    : LocalDateTime.parse(text.endsWith("Z") ? text.substring(0, text.length() - 1) : text)
                            .toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("'" + name + "' must be a UTC time such as 2026-03-01T12:00.", e);
        }
    }

    /** Returns the condition on the stored exchanges. */
    Condition condition() {
        return Stream.of(
                        is("operator", operator),
                        is("player", player),
                        is("round", round),
                        is("transaction_id", transaction),
                        is("kind", kind),
                        is("judgement", verdict == null ? null : verdict.name()),
                        statuses == null ? noCondition() : number("status").between(statuses.first(), statuses.last()),
                        attempt == null ? noCondition() : number("attempt").ge(attempt),
                        from == null ? noCondition() : time().ge(from.toEpochMilli()),
                        to == null ? noCondition() : time().lt(to.toEpochMilli()),
                        text == null
                                ? noCondition()
                                : field("text", String.class).contains(SearchedText.lower(text)))
                .reduce(noCondition(), Condition::and);
    }

    private static Condition is(String column, @Nullable String value) {
        return value == null ? noCondition() : field(column, String.class).eq(value);
    }

    private static Field<Integer> number(String column) {
        return field(column, Integer.class);
    }

    private static Field<Long> time() {
        return field("at", Long.class);
    }
}
