package dev.operatorkit.reference.backoffice;

import dev.operatorkit.wire.Limits;
import io.helidon.common.parameters.Parameters;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a submitted form.
 *
 * @param fields the values by field name
 */
record Form(Parameters fields) {
    /** Returns the trimmed value, or an empty text when the field is missing. */
    String text(String name) {
        return fields.first(name).orElse("").strip();
    }

    /** Returns the trimmed value of a required field. */
    String required(String name) {
        var value = text(name);
        if (value.isEmpty()) {
            throw new IllegalArgumentException(name + " is missing. Fill it in.");
        }
        return value;
    }

    /** Returns the trimmed value of a field that may be empty but not missing. */
    String sent(String name) {
        if (!fields.contains(name)) {
            throw new IllegalArgumentException(name + " is missing. Send the whole form again.");
        }
        return text(name);
    }

    /** Returns the reason of a change, which is required, as the database can store it. */
    String reason() {
        return Limits.toStorableText(required("reason"));
    }

    /** Returns the integer in the field, or null when it is empty. */
    @Nullable
    Integer number(String name) {
        var value = text(name);
        try {
            return value.isEmpty() ? null : Integer.valueOf(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number, not " + value, e);
        }
    }

    /** Returns the date in a required field. */
    LocalDate date(String name) {
        var value = required(name);
        try {
            return LocalDate.parse(value);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(name + " must be a date such as 2030-01-31, not " + value, e);
        }
    }

    boolean isChecked(String name) {
        return fields.contains(name);
    }
}
