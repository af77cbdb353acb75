package dev.operatorkit.reference.backoffice;

import io.helidon.common.parameters.Parameters;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * What a form sent.
 *
 * @param fields by name
 */
record Form(Parameters fields) {
    /** The field, trimmed, or nothing. */
    String text(String name) {
        return fields.first(name).orElse("").strip();
    }

    /** The field, which must have been filled in. */
    String required(String name) {
        var value = text(name);
        if (value.isEmpty()) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    /** The whole number of the field, or null when it was left empty. */
    @Nullable
    Integer number(String name) {
        var value = text(name);
        try {
            return value.isEmpty() ? null : Integer.valueOf(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number, and is " + value, e);
        }
    }

    /** The day of the field, which must have been filled in. */
    LocalDate day(String name) {
        var value = required(name);
        try {
            return LocalDate.parse(value);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(name + " must be a day such as 2030-01-31, and is " + value, e);
        }
    }

    boolean isChecked(String name) {
        return fields.contains(name);
    }
}
