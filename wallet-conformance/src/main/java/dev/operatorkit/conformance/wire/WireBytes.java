package dev.operatorkit.conformance.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Takes the bytes of a message apart, and joins them. */
public final class WireBytes {
    private WireBytes() {}

    /** Returns the text of these bytes; empty if they are not UTF-8. */
    public static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** Returns where the head of a message ends: before its empty line, or with the message if it has none. */
    public static int endOfHead(byte[] message) {
        var end = new String(message, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n");
        return end < 0 ? message.length : end;
    }

    /** Returns where the body of a message starts: after its empty line. */
    public static int bodyStart(byte[] message) {
        return Math.min(message.length, endOfHead(message) + 4);
    }

    /** Returns text as one word of a shell. */
    public static String shellWord(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    public static byte[] join(byte[] first, byte[] second) {
        var all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
