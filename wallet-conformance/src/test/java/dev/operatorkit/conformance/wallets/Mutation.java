package dev.operatorkit.conformance.wallets;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Changes one value that a wallet reads or writes: the whole behaviour of a {@link Defect} that fits in a line. */
public record Mutation(Place place, UnaryOperator<String> change) {
    public static final String AMOUNT_TEXT = "\"amount\":([-0-9.]+)";
    public static final String QUOTED_AMOUNT = "\"amount\":\"$1\"";
    public static final String BALANCE_TEXT = "\\{[^{}]*\"amount\":([-0-9.]+)[^{}]*}(?=[,}])";
    private static final Pattern WRITTEN_AMOUNT = Pattern.compile(AMOUNT_TEXT);

    /** Lists the values: of requests, of the texts of responses, and the statuses of results and refusals. */
    public enum Place {
        // requests: the body, its ids and amounts as texts ("" refuses them), the id of a lookup before and after
        // decoding
        BODY,
        ID,
        ROUND,
        AMOUNT,
        STAKE,
        PAYOUT,
        SEGMENT,
        LOOKUP_ID,
        SIGNATURE,
        // texts of responses; a replay is written for its kind before
        BALANCE,
        RESULT,
        DEBIT,
        CREDIT,
        ROLLBACK,
        REPLAY,
        LOOKUP,
        PLAYER,
        ERROR,
        // statuses
        DEBIT_STATUS,
        ROLLBACK_STATUS,
        REPLAY_STATUS,
        BAD_SIGNATURE,
        BAD_TIMESTAMP,
        BAD_BODY,
        BAD_AMOUNT,
        OTHER_CURRENCY,
        UNKNOWN_PLAYER,
        UNKNOWN_TOKEN,
        WRONG_TOKEN,
        INSUFFICIENT_FUNDS,
        OPEN_ROUND,
        CLOSED_ROUND,
        UNKNOWN_DEBIT,
        LATE_DEBIT,
        EARLY_ROLLBACK,
        UNKNOWN_TRANSACTION
    }

    public static Mutation of(Place place, UnaryOperator<String> change) {
        return new Mutation(place, change);
    }

    public static Mutation status(Place place, int status) {
        return new Mutation(place, right -> Integer.toString(status));
    }

    /** Replaces what fits a regular expression. */
    public static Mutation replace(Place place, String pattern, String by) {
        return new Mutation(place, text -> text.replaceAll(pattern, by));
    }

    public static Mutation amount(Place place, UnaryOperator<BigDecimal> change) {
        return new Mutation(place, text -> change.apply(new BigDecimal(text)).toPlainString());
    }

    /** Changes how balances are written. */
    public static Mutation balance(Place place, UnaryOperator<BigDecimal> change) {
        return new Mutation(
                place,
                text -> WRITTEN_AMOUNT
                        .matcher(text)
                        .replaceAll(found -> "\"amount\":"
                                + change.apply(new BigDecimal(found.group(1))).toPlainString()));
    }

    public static Mutation cut(Place place, int length) {
        return new Mutation(place, text -> text.substring(0, Math.min(length, text.length())));
    }

    /** Makes every later value of a field the first one in the text. */
    public static Mutation first(String field, String value) {
        var pattern = Pattern.compile("(\"" + field + "\"\\s*:\\s*)(" + value + ")");
        return new Mutation(Place.BODY, text -> {
            var found = pattern.matcher(text);
            return found.find() ? pattern.matcher(text).replaceAll("$1" + found.group(2)) : text;
        });
    }

    /** Reads names of fields in any case. */
    public static Mutation anyCase(String... fields) {
        return new Mutation(
                Place.BODY,
                text -> Arrays.stream(fields)
                        .reduce(
                                text,
                                (done, name) -> done.replaceAll("(?i)\"" + name + "\"(?=\\s*:)", "\"" + name + "\"")));
    }

    public static String withoutAccents(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFD).replaceAll("\\p{M}", "");
    }

    public static String first255Bytes(String text) {
        var bytes = RequestBody.utf8(text);
        return bytes.length <= 255 ? text : RequestBody.text(Arrays.copyOf(bytes, 255));
    }

    public static String asLatin1(String text) {
        return new String(RequestBody.utf8(text), StandardCharsets.ISO_8859_1);
    }

    public static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    public static String asDouble(String text) {
        return new BigDecimal(Double.parseDouble(text))
                .setScale(2, RoundingMode.HALF_UP)
                .toPlainString();
    }

    /** Returns nothing for an amount below five cents. */
    public static BigDecimal withoutCents(BigDecimal amount) {
        return amount.compareTo(new BigDecimal("0.05")) < 0 ? BigDecimal.ZERO : amount;
    }

    public static BigDecimal in32Bits(BigDecimal amount) {
        return BigDecimal.valueOf(amount.movePointRight(2).intValue(), 2);
    }

    public static BigDecimal truncated(BigDecimal amount) {
        return BigDecimal.valueOf((long) (amount.doubleValue() * 100), 2);
    }

    public static BigDecimal withFee(BigDecimal amount) {
        return amount.intValue() < 100 ? amount : amount.add(new BigDecimal("0.01"));
    }
}
