package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.operator.TypedValues;
import io.helidon.common.parameters.Parameters;
import java.util.HashMap;
import java.util.List;

/**
 * Remembers for each operator the fields of a form that was accepted, and fills them in the next time.
 *
 * @param typed the store
 * @param name the name of the form
 * @param fields the fields that are remembered
 */
record RememberedForm(TypedValues typed, String name, List<String> fields) {
    private static final String SEPARATOR = "\n";

    void remember(String operator, FormData form) {
        for (var field : fields) {
            typed.remember(
                    operator, key(field), String.join(SEPARATOR, form.fields().all(field, List::of)));
        }
    }

    /** Returns the form with the remembered value of each field that it does not have. */
    FormData fill(String operator, FormData form) {
        var values = new HashMap<String, List<String>>();
        for (var field : fields) {
            if (typed.isTyped(operator, key(field))) {
                values.put(field, List.of(typed.get(operator, key(field)).split(SEPARATOR, -1)));
            }
        }
        form.fields().names().forEach(field -> values.put(field, form.fields().all(field)));
        return new FormData(Parameters.create("form", values));
    }

    private String key(String field) {
        return name + "." + field;
    }
}
