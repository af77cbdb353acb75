package dev.operatorkit.conformance.client;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decodes the parameters of a query, each with all of its values. */
final class Parameters {
    private final Map<String, List<String>> values = new LinkedHashMap<>();

    /** Reads a raw query. */
    Parameters(@Nullable String raw) {
        if (raw == null || raw.isEmpty()) {
            return;
        }
        for (var pair : raw.split("&", -1)) {
            var parts = pair.split("=", 2);
            var value = parts.length < 2 ? "" : parts[1];
            values.computeIfAbsent(decode(parts[0], true).orElse(parts[0]), any -> new ArrayList<>())
                    .add(decode(value, true).orElse(value));
        }
    }

    /** Returns true when the parameter is there, with a value or without. */
    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the first value of a parameter; empty when it is not there. */
    String get(String name) {
        return values.getOrDefault(name, List.of("")).getFirst();
    }

    /** Returns the values of each name that occurs more than once. */
    Map<String, List<String>> repeated() {
        var repeated = new LinkedHashMap<>(values);
        repeated.values().removeIf(each -> each.size() < 2);
        return repeated;
    }

    /** Decodes percent-escapes; empty when they are malformed or not UTF-8. */
    static Optional<String> decode(String raw, boolean plusIsSpace) {
        try {
            var text = URLDecoder.decode(plusIsSpace ? raw : raw.replace("+", "%2B"), StandardCharsets.UTF_8);
            return Optional.of(text).filter(decoded -> !decoded.contains("\ufffd"));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
