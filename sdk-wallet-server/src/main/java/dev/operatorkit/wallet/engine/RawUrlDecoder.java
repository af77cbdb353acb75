package dev.operatorkit.wallet.engine;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decodes parts of a request target. The signature is verified on the undecoded target first (D-40). */
public final class RawUrlDecoder {
    private RawUrlDecoder() {}

    /** Decodes a path segment, in which a plus is a plus; returns null if it cannot be decoded. */
    public static @Nullable String segment(String raw) {
        return decode(raw.replace("+", "%2B"));
    }

    /**
     * Returns the values of one query parameter, in which a plus is a space, with null for a value that cannot be
     * decoded.
     */
    public static List<@Nullable String> parameter(@Nullable String rawQuery, String name) {
        List<@Nullable String> values = new ArrayList<>();
        for (var pair : rawQuery == null ? new String[0] : rawQuery.split("&", -1)) {
            var equals = pair.indexOf('=');
            if (name.equals(decode(equals < 0 ? pair : pair.substring(0, equals)))) {
                values.add(equals < 0 ? "" : decode(pair.substring(equals + 1)));
            }
        }
        return values;
    }

    private static @Nullable String decode(String raw) {
        if (!StandardCharsets.US_ASCII.newEncoder().canEncode(raw)) {
            return null;
        }
        try {
            // Decode to bytes first: URLDecoder replaces broken UTF-8 with a replacement character.
            var bytes = URLDecoder.decode(raw, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return null;
        }
    }
}
