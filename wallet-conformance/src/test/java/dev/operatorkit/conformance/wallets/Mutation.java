package dev.operatorkit.conformance.wallets;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Changes one value that a wallet reads or writes: the whole behaviour of a {@link Defect} that fits in a line. */
public record Mutation(Place place, UnaryOperator<String> change) {
    public static final String AMOUNT_TEXT = "\"amount\":([-0-9.]+)";
    public static final String QUOTED_AMOUNT = "\"amount\":\"$1\"";
    public static final String BALANCE_TEXT = "\\{[^{}]*\"amount\":([-0-9.]+)[^{}]*}(?=[,}])";
    private static final Pattern WRITTEN_AMOUNT = Pattern.compile(AMOUNT_TEXT);

    /** Lists the values: of requests, of the texts of responses, and the statuses of results and refusals. */
    public enum Place {
        // requests: the path below the prefix, the type and the body, its ids and amounts as texts ("" refuses them),
        // the id of a lookup before and after
        // decoding
        ROUTE,
        TYPE,
        BODY,
        ID,
        ROUND,
        AMOUNT,
        STAKE,
        PAYOUT,
        SEGMENT,
        LOOKUP_ID,
        TOKEN,
        ACCOUNT,
        REFERENCE,
        // the signature, and what is signed: the body of a credit apart, since one begins every run
        TIMESTAMP,
        SIGNATURE,
        EXPECTED_SIGNATURE,
        SIGNED_PATH,
        SIGNED_QUERY,
        SIGNED_BODY,
        SIGNED_CREDIT,
        // what a wallet accepts as well as the right text, secret and algorithm
        OTHER_TEXT,
        OTHER_SECRET,
        OTHER_ALGORITHM,
        // whole requests, which become a status, before and after the signature is verified, or nothing, which is not
        // verified
        EARLY,
        LATE,
        UNVERIFIED,
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
        // numbers: the milliseconds in which a timestamp is valid, and statuses
        WINDOW,
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

    public static Mutation status(Place place, int number) {
        return new Mutation(place, right -> Integer.toString(number));
    }

    /** Accepts a signature over other data as well: path and timestamp are right. */
    public static Mutation otherData(UnaryOperator<String> change) {
        return new Mutation(Place.OTHER_TEXT, text -> {
            var data = text.indexOf('|', text.indexOf('|') + 1) + 1;
            return text.substring(0, data) + change.apply(text.substring(data));
        });
    }

    /** Leaves requests unverified in which this regular expression is found: method and path, header lines, and the body. */
    public static Mutation unverified(String pattern) {
        return when(Place.UNVERIFIED, pattern, "");
    }

    /** Sends this status to such requests, before they are verified. */
    public static Mutation early(String pattern, int status) {
        return when(Place.EARLY, pattern, Integer.toString(status));
    }

    /** Sends this status to movements in which this regular expression is found: the kind and the body. */
    public static Mutation late(String pattern, int status) {
        return when(Place.LATE, pattern, Integer.toString(status));
    }

    private static Mutation when(Place place, String pattern, String result) {
        var compiled = Pattern.compile(pattern, Pattern.DOTALL);
        return new Mutation(place, text -> compiled.matcher(text).find() ? result : text);
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

    /** Writes a body again, given as a character for each byte. */
    public static String reserialised(String body) {
        var bytes = body.getBytes(StandardCharsets.ISO_8859_1);
        var json = RequestBody.parse(bytes);
        return json == null ? body : asLatin1(json.toString());
    }

    /** Writes a body as Python does, whose numbers are binary. */
    public static String spaced(String body) {
        return body.replace(",\"", ", \"").replaceAll("\":(?! )", "\": ").replaceAll("(\\.[0-9]+?)0+(?=[,}])", "$1");
    }

    /** Returns a query with its parameters in alphabetical order. */
    public static String sorted(String query) {
        return Arrays.stream(query.split("&", -1)).sorted().collect(Collectors.joining("&"));
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
