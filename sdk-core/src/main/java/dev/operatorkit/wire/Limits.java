package dev.operatorkit.wire;

import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Bounds of what travels, in one place; every complaint is an IllegalArgumentException that names the field. */
final class Limits {
    private static final int LONGEST_ID = 255;
    private static final int LONGEST_TEXT = 1024;

    private Limits() {}

    /** An identifier (D-36): compared as it is, so never trimmed, never normalised. */
    static void id(String field, @Nullable String id) {
        if (id == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
        // Every character of an id is one or two chars, so that most need not be counted.
        if (id.isEmpty() || (id.length() > LONGEST_ID && id.codePointCount(0, id.length()) > LONGEST_ID)) {
            throw new IllegalArgumentException(field + " must have 1 to " + LONGEST_ID + " characters");
        }
        for (var i = 0; i < id.length(); i++) {
            if (Character.isISOControl(id.charAt(i))) {
                throw new IllegalArgumentException(field + " must not hold control characters");
            }
        }
    }

    /** An identifier that may be absent. */
    static void optionalId(String field, @Nullable String id) {
        if (id != null) {
            id(field, id);
        }
    }

    /** A text that is stored or shown, and nothing else. */
    static void text(String field, @Nullable String text) {
        if (text != null && text.length() > LONGEST_TEXT) {
            throw new IllegalArgumentException(field + " must have at most " + LONGEST_TEXT + " characters");
        }
    }

    static void present(String field, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException(field + " is missing");
        }
    }

    static void between(int least, int most, String field, @Nullable Integer value) {
        if (value != null && (value < least || value > most)) {
            throw new IllegalArgumentException(
                    field + " must be " + (most == Integer.MAX_VALUE ? "at least " + least : least + " to " + most));
        }
    }

    /** A list that can be changed by nobody, with something in it and nothing twice. */
    static List<String> distinct(String field, List<String> values) {
        present(field, values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException(field + " must not be empty");
        }
        if (new HashSet<>(values).size() < values.size()) {
            throw new IllegalArgumentException(field + " names one twice");
        }
        return List.copyOf(values);
    }
}
