package dev.operatorkit.wire;

import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bounds of what travels, in one place (D-36); every complaint is an IllegalArgumentException that names the field. */
public final class Limits {
    /** The most characters of an identifier. */
    public static final int LONGEST_ID = 255;

    /** The most characters of a session token: in a launch, in {@code /player} and in a debit alike. */
    public static final int LONGEST_TOKEN = 2048;

    private static final int LONGEST_TEXT = 1024;

    private Limits() {}

    /**
     * Refuses a session token that cannot travel: 1 to {@value #LONGEST_TOKEN} characters of Unicode, no control characters.
     *
     * @param field the field that the complaint names; the token itself is never quoted (SIG-17)
     */
    public static void requireToken(String field, @Nullable String token) {
        requireLength(field, token, LONGEST_TOKEN);
        if (token != null && token.codePoints().anyMatch(Limits::isSurrogate)) {
            throw new IllegalArgumentException(field + " holds half of a surrogate pair");
        }
    }

    /** Refuses a session token as {@link #requireToken} does, where there is one. */
    static void optionalToken(String field, @Nullable String token) {
        if (token != null) {
            requireToken(field, token);
        }
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    /** An identifier (D-36): compared as it is, so never trimmed, never normalised. */
    static void requireId(String field, @Nullable String id) {
        requireLength(field, id, LONGEST_ID);
    }

    private static void requireLength(String field, @Nullable String text, int longest) {
        if (text == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
        // Every character is one or two chars, so that most need not be counted.
        if (text.isEmpty() || (text.length() > longest && text.codePointCount(0, text.length()) > longest)) {
            throw new IllegalArgumentException(field + " must have 1 to " + longest + " characters");
        }
        for (var i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new IllegalArgumentException(field + " must not hold control characters");
            }
        }
    }

    /** Whether it is an identifier within its bounds. */
    static boolean isId(@Nullable String id) {
        try {
            requireId("id", id);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** An identifier that may be absent. */
    static void requireOptionalId(String field, @Nullable String id) {
        if (id != null) {
            requireId(field, id);
        }
    }

    /** A text that is stored or shown, and nothing else. */
    static void requireText(String field, @Nullable String text) {
        if (text != null && text.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException(field + " must have at most " + LONGEST_TEXT + " characters");
        }
    }

    static boolean isText(@Nullable String text) {
        return text != null && text.length() <= LONGEST_TEXT;
    }

    static void requirePresent(String field, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
    }

    static void requireBetween(int least, int most, String field, @Nullable Integer value) {
        if (value != null && (value < least || value > most)) {
            throw new IllegalArgumentException(
                    field + " must be " + (most == Integer.MAX_VALUE ? "at least " + least : least + " to " + most));
        }
    }

    /** A list that can be changed by nobody, with something in it and nothing twice. */
    static List<String> requireDistinct(String field, List<String> values) {
        requirePresent(field, values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException(field + " must not be empty");
        }
        if (new HashSet<>(values).size() < values.size()) {
            throw new IllegalArgumentException(field + " names one twice");
        }
        return List.copyOf(values);
    }
}
