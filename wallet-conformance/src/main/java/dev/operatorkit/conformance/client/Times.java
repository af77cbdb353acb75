package dev.operatorkit.conformance.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the times of bodies, which are ISO-8601 in UTC (GEN-3). */
final class Times {
    private static final Pattern UTC =
            Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}([.,]\\d{1,9})?)?(Z|[+-]00:?00)");
    /** Matches the basic form, which ISO-8601 has as well. */
    private static final Pattern BASIC =
            Pattern.compile("(\\d{4})(\\d{2})(\\d{2})T(\\d{2})(\\d{2})(?:(\\d{2})([.,]\\d{1,9})?)?(Z|[+-]0000)");

    private Times() {}

    /** Returns the moment, when it is written in UTC. */
    static Optional<Instant> parse(JsonNode value) {
        var extended = extended(value.asText());
        if (!value.isTextual() || !UTC.matcher(extended).matches()) {
            return Optional.empty();
        }
        try {
            var text = extended.replace(',', '.').replaceFirst("[+-]00:?00$", "Z");
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static String extended(String text) {
        var basic = BASIC.matcher(text);
        if (!basic.matches()) {
            return text;
        }
        var seconds = basic.group(6) == null ? "00" : basic.group(6);
        var fraction = basic.group(7) == null ? "" : basic.group(7);
        return "%s-%s-%sT%s:%s:%s%s%s"
                .formatted(
                        basic.group(1),
                        basic.group(2),
                        basic.group(3),
                        basic.group(4),
                        basic.group(5),
                        seconds,
                        fraction,
                        basic.group(8));
    }

    /** Fails a field that is there and not a time in UTC; returns the moment otherwise. */
    static Optional<Instant> require(ClientCall call, String field, Findings findings) {
        var value = call.json().path(field);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        var moment = parse(value);
        if (moment.isEmpty()) {
            findings.fail(
                    "GEN-3",
                    field + " as ISO-8601 in UTC, such as 2026-03-01T12:00:00.000Z",
                    field + ": " + value,
                    "Convert the time to UTC before it is written, and end it with Z.",
                    call);
        }
        return moment;
    }
}
