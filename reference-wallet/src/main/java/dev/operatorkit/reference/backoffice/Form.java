package dev.operatorkit.reference.backoffice;

import io.helidon.common.parameters.Parameters;

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

    boolean ticked(String name) {
        return fields.contains(name);
    }
}
