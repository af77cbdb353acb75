package dev.operatorkit.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Rejects bytes that are not UTF-8 text before they are parsed (D-38): the parser would guess UTF-16 and UTF-32, skip a
 * byte order mark, and accept overlong forms. Half a character written as an escape is JSON; who reads the text decides (D-18).
 */
final class WellFormedText {
    private WellFormedText() {}

    static void require(byte[] bytes) {
        if (bytes.length == 0) {
            throw new MalformedJsonException("the body is empty");
        }
        // The first byte of JSON is ASCII, which that of a byte order mark is not.
        if (bytes[0] < 0) {
            throw new MalformedJsonException("the body does not begin like JSON in UTF-8");
        }
        for (var at = 0; at < bytes.length; at++) {
            if (bytes[at] < 0) {
                requireUtf8(bytes, at);
                return;
            }
            // JSON contains no NUL, and every UTF-16 and UTF-32 document contains some.
            if (bytes[at] == 0) {
                throw new MalformedJsonException("byte " + at + " of the body is NUL");
            }
        }
    }

    private static void requireUtf8(byte[] bytes, int from) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, bytes.length - from));
        } catch (CharacterCodingException e) {
            throw new MalformedJsonException("the body is not UTF-8");
        }
    }
}
