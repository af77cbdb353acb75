package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.TypedValues;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Holds a form for one of several operators.
 *
 * @param operator the chosen one
 * @param fields the values that were entered, or that a link gives
 * @param typed what was entered before
 * @param problem why the form was not accepted, or empty
 */
record FormView(List<Operator> operators, Operator operator, FormData fields, TypedValues typed, String problem) {
    static FormView of(ConsoleParts parts, FormData fields, @Nullable String problem) {
        var operators = parts.operators();
        var operator = operators.get(fields.text("operator", operators.first().id()));
        return new FormView(operators.all(), operator, fields, parts.typed(), Objects.requireNonNullElse(problem, ""));
    }

    /** Returns the name under which a field of a form is remembered. */
    static String key(String form, String name) {
        return form + "." + name;
    }

    /** Returns the value of a field, or else the one of the last such form that was accepted, or else the given one. */
    String remembered(String form, String name, String otherwise) {
        var id = operator.id();
        return fields.text(name, typed.isTyped(id, key(form, name)) ? typed.get(id, key(form, name)) : otherwise);
    }

    /** Returns the value of a field, or else the given one. */
    String text(String name, String otherwise) {
        return fields.text(name, otherwise);
    }

    /** Returns the value of a field, or else what was entered before under this name. */
    String typed(String name) {
        return fields.text(name, typed.get(operator.id(), name));
    }

    /** Returns the address of the wallet: the entered one, or that of the operator. */
    String wallet() {
        return fields.text(
                "wallet", operator.wallet() == null ? "" : operator.wallet().toString());
    }
}
