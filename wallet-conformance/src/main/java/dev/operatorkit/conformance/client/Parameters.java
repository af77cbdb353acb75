package dev.operatorkit.conformance.client;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
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
            var equals = pair.indexOf('=');
            var name = equals < 0 ? pair : pair.substring(0, equals);
            var value = equals < 0 ? "" : pair.substring(equals + 1);
            values.computeIfAbsent(decode(name, true).orElse(name), any -> new ArrayList<>())
                    .add(decode(value, true).orElse(value));
        }
    }

    /** Returns true when the parameter is there, with a value or without. */
    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the first value of a parameter; empty when it is not there. */
    String get(String name) {
        var found = values.get(name);
        return found == null ? "" : found.getFirst();
    }

    /** Returns the values of each name that occurs more than once. */
    Map<String, List<String>> repeated() {
        var repeated = new LinkedHashMap<>(values);
        repeated.values().removeIf(each -> each.size() < 2);
        return repeated;
    }

    /** Decodes percent-escapes; empty when they are malformed or not UTF-8. */
    static Optional<String> decode(String raw, boolean plusIsSpace) {
        var bytes = new ByteArrayOutputStream();
        for (var i = 0; i < raw.length(); i++) {
            var c = raw.charAt(i);
            if (c == '%') {
                var high = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 1), 16) : -1;
                var low = i + 2 < raw.length() ? Character.digit(raw.charAt(i + 2), 16) : -1;
                if (high < 0 || low < 0) {
                    return Optional.empty();
                }
                bytes.write(high * 16 + low);
                i += 2;
            } else if (c == '+' && plusIsSpace) {
                bytes.write(' ');
            } else {
                bytes.write(c);
            }
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
