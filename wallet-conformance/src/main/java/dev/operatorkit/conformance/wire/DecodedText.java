package dev.operatorkit.conformance.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds a text as the bytes that it stands for, one character for each: percent-encoding and the escapes of JSON and HTML are undone
 * as often as they were applied, and each byte knows where it is in the text. Backslashes are left out, and a plus sign is a space,
 * so that every spelling of a text is the same.
 */
final class DecodedText {
    private static final int MAX_ROUNDS = 16;
    private static final Pattern ESCAPE = Pattern.compile("%(?<percent>[0-9a-fA-F]{2})"
            + "|\\\\{1,16}(?:u(?<unit>[0-9a-fA-F]{4})(?:\\\\{1,16}u(?<low>[dD][c-fC-F][0-9a-fA-F]{2}))?"
            + "|x(?<byte>[0-9a-fA-F]{2}))"
            + "|&(?:#(?<decimal>[0-9]{1,7})|#[xX](?<hex>[0-9a-fA-F]{1,6})|(?<name>quot|apos|lt|gt|amp));");
    private static final List<String> HTML_NAMES = List.of("quot", "apos", "lt", "gt", "amp");
    private static final String HTML = "\"'<>&";
    private static final char CUT = '…';

    private final String source;
    private final StringBuilder bytes = new StringBuilder();
    private final int[] starts;
    private final int[] ends;
    private String exact = "";
    private String folded = "";

    private DecodedText(String source, int maxLength) {
        this.source = source;
        this.starts = new int[maxLength];
        this.ends = new int[maxLength];
    }

    /** Decodes a text; {@code isLatin1} if it may contain UTF-8 that was read as ISO 8859-1. */
    static DecodedText of(String source, boolean isLatin1) {
        var text = new DecodedText(source, 3 * source.length());
        for (var at = 0; at < source.length(); ) {
            var c = source.codePointAt(at);
            var end = at + Character.charCount(c);
            if (isLatin1 && c < 256) {
                text.add(c, at, end);
            } else {
                text.addCharacter(c, at, end);
            }
            at = end;
        }
        for (var round = 0; round < MAX_ROUNDS && ESCAPE.matcher(text.bytes).find(); round++) {
            text = text.unescaped();
        }
        return text.normalized();
    }

    private DecodedText unescaped() {
        var to = new DecodedText(source, length());
        var kept = 0;
        var escape = ESCAPE.matcher(bytes);
        while (escape.find()) {
            to.copy(this, kept, escape.start());
            to.addEscape(escape, starts[escape.start()], end(escape.end()));
            kept = escape.end();
        }
        to.copy(this, kept, length());
        return to;
    }

    private void copy(DecodedText from, int start, int end) {
        for (var i = start; i < end; i++) {
            add(from.bytes.charAt(i), from.starts[i], from.ends[i]);
        }
    }

    private void addEscape(Matcher escape, int start, int end) {
        if (escape.group("percent") != null) {
            add(Integer.parseInt(escape.group("percent"), 16), start, end);
        } else if (escape.group("name") != null) {
            add(HTML.charAt(HTML_NAMES.indexOf(escape.group("name"))), start, end);
        } else if (escape.group("decimal") != null) {
            addCharacter(Integer.parseInt(escape.group("decimal")), start, end);
        } else {
            var c = number(escape, "unit") + number(escape, "byte") + number(escape, "hex");
            var low = number(escape, "low");
            addCharacter(low == 0 ? c : Character.toCodePoint((char) c, (char) low), start, end);
        }
    }

    private static int number(Matcher escape, String group) {
        return escape.group(group) == null ? 0 : Integer.parseInt(escape.group(group), 16);
    }

    private void addCharacter(int c, int start, int end) {
        if (Character.isValidCodePoint(c)) {
            for (var b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                add(b & 0xff, start, end);
            }
        }
    }

    private void add(int b, int start, int end) {
        starts[bytes.length()] = start;
        ends[bytes.length()] = end;
        bytes.append((char) b);
    }

    /** Leaves backslashes out, each of which belongs to the character after it. */
    private DecodedText normalized() {
        var to = new DecodedText(source, length());
        var first = 0;
        for (var i = 0; i < length(); i++) {
            var b = bytes.charAt(i);
            if (b != '\\') {
                to.add(b == '+' ? ' ' : b, starts[first], ends[i]);
                first = i + 1;
            }
        }
        to.exact = to.bytes.toString();
        to.folded = to.exact.toLowerCase(Locale.ROOT);
        return to;
    }

    /** Returns the bytes. */
    String exact() {
        return exact;
    }

    /** Returns the bytes in lower case. */
    String folded() {
        return folded;
    }

    int length() {
        return bytes.length();
    }

    /** Returns where this byte begins in the text. */
    int start(int index) {
        return starts[index];
    }

    /** Returns where the byte before this one ends in the text. */
    int end(int index) {
        return ends[index - 1];
    }

    /** Returns true if the text was cut off before this byte. */
    boolean isCutAt(int index) {
        return index > 0 && end(index) < source.length() && source.charAt(end(index)) == CUT;
    }

    /** Returns the index of the byte that begins here in the text, or -1. */
    int indexOf(int start) {
        var index = Arrays.binarySearch(starts, 0, length(), start);
        while (index > 0 && starts[index - 1] == start) {
            index--;
        }
        return Math.max(-1, index);
    }
}
