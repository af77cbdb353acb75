package dev.operatorkit.simulator.console;

import io.helidon.common.parameters.Parameters;
import io.helidon.webserver.http.ServerRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a browser's form sent: a field left empty is absent, a field that makes no sense names itself. */
record FormData(Parameters fields) {
    /** Of a page's address. */
    static FormData query(ServerRequest request) {
        return new FormData(request.query());
    }

    /** Of a form that was sent. */
    static FormData body(ServerRequest request) {
        return new FormData(request.content().as(Parameters.class));
    }

    Optional<String> text(String name) {
        return fields.first(name).asOptional().map(String::strip).filter(value -> !value.isEmpty());
    }

    String text(String name, String otherwise) {
        return text(name).orElse(otherwise);
    }

    String required(String name) {
        return text(name).orElseThrow(() -> new IllegalArgumentException(name + " is missing"));
    }

    @Nullable
    Integer number(String name) {
        try {
            return text(name).map(Integer::valueOf).orElse(null);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number", e);
        }
    }

    int number(String name, int otherwise) {
        var number = number(name);
        return number == null ? otherwise : number;
    }

    /** A time in UTC, with seconds or without: a browser's own control sends no zone. */
    @Nullable
    Instant time(String name) {
        try {
            return text(name)
                    .map(value -> value.endsWith("Z") ? value.substring(0, value.length() - 1) : value)
                    .map(value -> LocalDateTime.parse(value).toInstant(ZoneOffset.UTC))
                    .orElse(null);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(name + " must be a UTC time such as 2026-03-01T12:00", e);
        }
    }

    /** One value as part of an address. */
    static String encode(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
