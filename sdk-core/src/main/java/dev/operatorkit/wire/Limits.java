package dev.operatorkit.wire;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Defines the limits of ids, tokens and texts (D-36). */
public final class Limits {
    /** Defines the maximum length of an id, in Unicode code points. */
    public static final int MAX_ID_LENGTH = 255;

    /** Defines the maximum length of a session token, in Unicode code points. */
    public static final int MAX_TOKEN_LENGTH = 2048;

    private static final int MAX_TEXT_LENGTH = 1024;
    private static final char NUL = 0;
    private static final Pattern HALF_A_PAIR = Pattern.compile("[\\x{D800}-\\x{DFFF}]");
    private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private Limits() {}

    /**
     * Checks a session token: 1 to {@value #MAX_TOKEN_LENGTH} Unicode code points, no control characters and no half of a pair.
     *
     * @param field the field that the message names; the message does not quote the token (SIG-17)
     * @param token the token to check
     * @throws IllegalArgumentException if the token is missing or outside these limits
     */
    public static void requireToken(String field, @Nullable String token) {
        requireLength(field, token, MAX_TOKEN_LENGTH);
    }

    /** Returns true if a text can be a session token (D-36). */
    static boolean isToken(@Nullable String token) {
        try {
            requireToken("token", token);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Checks a session token that may be absent. */
    static void optionalToken(String field, @Nullable String token) {
        if (token != null) {
            requireToken(field, token);
        }
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    /** Checks an id (D-36). Ids are compared exactly, and therefore never trimmed or normalised. */
    public static void requireId(String field, @Nullable String id) {
        requireLength(field, id, MAX_ID_LENGTH);
    }

    private static void requireLength(String field, @Nullable String text, int longest) {
        if (text == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
        // A code point takes one or two chars, so most texts need no count of code points.
        if (text.isEmpty() || (text.length() > longest && text.codePointCount(0, text.length()) > longest)) {
            throw new IllegalArgumentException(field + " must have 1 to " + longest + " characters");
        }
        requireWholeCharacters(field, text);
        for (var i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new IllegalArgumentException(field + " must not contain control characters");
            }
        }
    }

    /** Checks that a text can be written as UTF-8, in which half of a surrogate pair would become another character. */
    private static void requireWholeCharacters(String field, String text) {
        if (text.codePoints().anyMatch(Limits::isSurrogate)) {
            throw new IllegalArgumentException(field + " contains half of a surrogate pair");
        }
    }

    /**
     * Returns true if a text can be an id (D-36): 1 to {@value #MAX_ID_LENGTH} code points, no control characters and no half of a pair.
     */
    public static boolean isId(@Nullable String id) {
        try {
            requireId("id", id);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Checks an id that may be absent. */
    static void requireOptionalId(String field, @Nullable String id) {
        if (id != null) {
            requireId(field, id);
        }
    }

    /** Checks a text that may be absent. NUL is rejected, because PostgreSQL cannot store it. */
    static void requireText(String field, @Nullable String text) {
        if (text == null) {
            return;
        }
        if (text.codePointCount(0, text.length()) > MAX_TEXT_LENGTH) {
            throw new IllegalArgumentException(field + " must have at most " + MAX_TEXT_LENGTH + " characters");
        }
        if (text.indexOf(NUL) >= 0) {
            throw new IllegalArgumentException(field + " must not contain NUL");
        }
        requireWholeCharacters(field, text);
    }

    /**
     * Makes a received text storable: replaces NUL by a backslash and {@code u0000}, half of a surrogate pair by U+FFFD, and truncates a
     * text of more than 1024 characters to 1023 and an ellipsis. A payout must not be refused because of its {@code reason} (D-18).
     */
    public static String toStorableText(String text) {
        var escaped = HALF_A_PAIR.matcher(text).replaceAll("\uFFFD").replace(String.valueOf(NUL), "\\u0000");
        if (escaped.length() <= MAX_TEXT_LENGTH) {
            return escaped;
        }
        var end = MAX_TEXT_LENGTH - 1;
        return escaped.substring(0, Character.isHighSurrogate(escaped.charAt(end - 1)) ? end - 1 : end) + "…";
    }

    /** Returns a value that must be present. */
    public static <T> T requirePresent(String field, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
        return value;
    }

    /** Checks a time, of which the ISO-8601 form of bodies can write four digits of the year (GEN-3). */
    static void requireWritable(String field, @Nullable Instant time) {
        var given = requirePresent(field, time);
        if (given.isBefore(EARLIEST) || given.isAfter(LATEST)) {
            throw new IllegalArgumentException(field + " must be in the years 0 to 9999");
        }
    }

    static void requireBetween(int least, int most, String field, OptionalInt number) {
        var value = requirePresent(field, number).orElse(least);
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    field + " must be " + (most == Integer.MAX_VALUE ? "at least " + least : least + " to " + most));
        }
    }

    /** Returns an unmodifiable copy of a list that is not empty and has no duplicates. */
    static List<String> requireDistinct(String field, List<String> values) {
        requirePresent(field, values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException(field + " must not be empty");
        }
        if (new HashSet<>(values).size() < values.size()) {
            throw new IllegalArgumentException(field + " contains a duplicate");
        }
        return List.copyOf(values);
    }
}
