package dev.operatorkit.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Rejects bytes that are not UTF-8 text before they are parsed (D-38): the parser would guess UTF-16 and UTF-32, skip a
 * byte order mark, and accept overlong forms and lone surrogates.
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
        var escapes = false;
        for (var at = 0; at < bytes.length; at++) {
            var b = bytes[at];
            if (b < 0) {
                requireUtf8(bytes, at);
                escapes |= indexOfBackslash(bytes, at) >= 0;
                break;
            }
            // JSON contains no NUL, and every UTF-16 and UTF-32 document contains some.
            if (b == 0) {
                throw new MalformedJsonException("byte " + at + " of the body is NUL");
            }
            escapes |= b == '\\';
        }
        if (escapes) {
            requirePairedEscapes(bytes);
        }
    }

    private static void requireUtf8(byte[] bytes, int from) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, bytes.length - from));
        } catch (CharacterCodingException e) {
            throw new MalformedJsonException("the body is not UTF-8");
        }
    }

    private static int indexOfBackslash(byte[] bytes, int from) {
        for (var at = from; at < bytes.length; at++) {
            if (bytes[at] == '\\') {
                return at;
            }
        }
        return -1;
    }

    /** Rejects half a surrogate pair written as an escape. The parser checks everything else about escapes. */
    private static void requirePairedEscapes(byte[] bytes) {
        for (var at = 0; at < bytes.length; at++) {
            if (bytes[at] != '\\') {
                continue;
            }
            var unit = escapedUnit(bytes, at);
            if (unit < 0) {
                at++; // skip the escaped character, which may itself be a backslash
            } else if (Character.isHighSurrogate((char) unit)) {
                var second = escapedUnit(bytes, at + 6);
                if (second < 0 || !Character.isLowSurrogate((char) second)) {
                    throw new MalformedJsonException("byte " + at + " of the body escapes half a character");
                }
                at += 11;
            } else if (Character.isLowSurrogate((char) unit)) {
                throw new MalformedJsonException("byte " + at + " of the body escapes half a character");
            } else {
                at += 5;
            }
        }
    }

    /** Returns the UTF-16 unit of the escape {@code \}{@code uXXXX} at this position, or -1 when there is none. */
    private static int escapedUnit(byte[] bytes, int at) {
        if (at + 6 > bytes.length || bytes[at] != '\\' || bytes[at + 1] != 'u') {
            return -1;
        }
        var unit = 0;
        for (var i = at + 2; i < at + 6; i++) {
            var digit = Character.digit(bytes[i], 16);
            if (digit < 0) {
                return -1;
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }
}
