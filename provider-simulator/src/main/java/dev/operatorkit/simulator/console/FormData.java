package dev.operatorkit.simulator.console;

import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.TypedValues;
import dev.operatorkit.simulator.transcript.Filter;
import io.helidon.common.parameters.Parameters;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads the fields of a form. An empty field counts as absent; the message about an invalid field names it. */
record FormData(Parameters fields) {
    private static final String FORM = "application/x-www-form-urlencoded";

    static FormData query(ServerRequest request) {
        return new FormData(request.query());
    }

    static FormData body(ServerRequest request) {
        if (!request.content().hasEntity()) {
            return new FormData(Parameters.empty("form"));
        }
        var type = request.headers().first(HeaderNames.CONTENT_TYPE).orElse("");
        if (!type.toLowerCase(Locale.ROOT).startsWith(FORM)) {
            throw new IllegalArgumentException("the body's Content-Type is '" + type + "'. Send " + FORM + ".");
        }
        return new FormData(request.content().as(Parameters.class));
    }

    Optional<String> text(String name) {
        return fields.first(name).asOptional().map(String::strip).filter(value -> !value.isEmpty());
    }

    /** Returns a field exactly as it was sent, or nothing. */
    String exact(String name) {
        return fields.first(name).asOptional().orElse("");
    }

    @Nullable
    String find(String name) {
        return text(name).orElse(null);
    }

    String text(String name, String otherwise) {
        return text(name).orElse(otherwise);
    }

    String required(String name) {
        return text(name).orElseThrow(() -> new IllegalArgumentException("'" + name + "' is missing. Enter a value."));
    }

    OptionalInt number(String name) {
        try {
            return text(name).stream().mapToInt(Integer::parseInt).findFirst();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + name + "' must be a whole number. Enter digits only.", e);
        }
    }

    int number(String name, int otherwise) {
        return number(name).orElse(otherwise);
    }

    Instant requiredTime(String name) {
        return Filter.time(name, required(name));
    }

    /** Encodes a value as a part of an address. */
    static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

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
            var operator =
                    operators.get(fields.text("operator", operators.first().id()));
            return new FormView(
                    operators.all(), operator, fields, parts.typed(), Objects.requireNonNullElse(problem, ""));
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
}
