package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.conformance.wire.WireBytes;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decodes query parameters and path segments strictly, after the raw ones were verified. Invalid ones are 400. */
final class Query {
    private final Map<String, String> parameters = new HashMap<>();

    /** Parses a raw query. Rejects repeated parameters, which are ambiguous. */
    Query(@Nullable String raw) {
        if (raw == null || raw.isEmpty()) {
            return;
        }
        for (var pair : raw.split("&", -1)) {
            var equals = pair.indexOf('=');
            var name = decode(equals < 0 ? pair : pair.substring(0, equals), true);
            var value = equals < 0 ? "" : decode(pair.substring(equals + 1), true);
            if (!name.isEmpty() && parameters.put(name, value) != null) {
                throw new ApiException(400, name + " appears twice in the query");
            }
        }
    }

    /** Returns the value of a parameter. An empty one counts as absent. */
    Optional<String> find(String name) {
        return Optional.ofNullable(parameters.get(name)).filter(value -> !value.isEmpty());
    }

    /** Returns the value of a parameter, even if it is empty. */
    Optional<String> given(String name) {
        return Optional.ofNullable(parameters.get(name));
    }

    /** Returns the value of a required parameter. */
    String get(String name) {
        return find(name).orElseThrow(() -> new ApiException(400, name + " is missing"));
    }

    /** Decodes a path segment that is an id (D-36). */
    static String id(String name, String rawSegment) {
        var id = decode(rawSegment, false);
        if (id.isEmpty() || id.codePointCount(0, id.length()) > 255) {
            throw new ApiException(400, name + " must have 1 to 255 characters");
        }
        if (id.chars().anyMatch(Character::isISOControl)) {
            throw new ApiException(400, name + " must not contain control characters");
        }
        return id;
    }

    private static String decode(String raw, boolean plusIsSpace) {
        try {
            var form = plusIsSpace ? raw : raw.replace("+", "%2B");
            // One character for each byte, so that invalid UTF-8 is refused below.
            var bytes = URLDecoder.decode(form, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
            return WireBytes.text(bytes).orElseThrow(() -> new ApiException(400, "the path or the query is not UTF-8"));
        } catch (IllegalArgumentException e) {
            throw new ApiException(400, "the path or the query contains a '%' that is not a percent-escape");
        }
    }
}
