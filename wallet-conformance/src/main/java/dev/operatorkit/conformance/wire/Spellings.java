package dev.operatorkit.conformance.wire;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds a session token or secret in a text in every spelling that a sender or a wallet may give it: each character as it is, in
 * another case, percent-encoded, escaped as in JSON or in HTML, once or more often; the whole in base64, also as a part of a
 * longer text, or in hex. A token that a report has cut off is found by its beginning.
 */
public final class Spellings {
    private static final int MIN_CUT = 6;
    private static final int MAX_ESCAPES = 16;
    private static final char CUT = '…';
    private static final String AFTER_VALUE = "&;,\"\\\r\n\t '";
    private static final String ENCODED = "\\%&+";
    private static final Pattern NAMED_VALUE = Pattern.compile(
            "(?i)(?:token|session|secret)[\\w-]{0,30}(?:=|\\\\{0,7}\"\\s{0,3}:\\s{0,3}\\\\{0,7}\"|:[ \\t]{0,3})");
    private static final List<String> HTML_NAMES = List.of("\"quot;", "'apos;", "<lt;", ">gt;", "&amp;");

    private static final String OTHER_CASE = "_OTHER_CASE";

    private final Form plain;
    private final Form folded;
    private final List<Form> encoded;

    /** The ASCII characters with which a spelling can begin: at nearly all places of a text, none does. */
    private final BitSet beginnings = new BitSet(128);

    /**
     * Holds a text whose characters may each be spelled in another way.
     *
     * @param isFolded true when upper and lower case are the same
     */
    private record Form(int[] characters, boolean isFolded) {
        static Form of(String text, boolean isFolded) {
            return new Form(text.codePoints().toArray(), isFolded);
        }

        boolean isSame(int one, int other) {
            return one == other || (isFolded && Character.toLowerCase(one) == Character.toLowerCase(other));
        }
    }

    private Spellings(String value, List<Form> encoded) {
        this.plain = Form.of(value, false);
        this.folded = Form.of(value, true);
        this.encoded = encoded;
        ENCODED.chars().forEach(beginnings::set);
        Stream.concat(Stream.of(plain), encoded.stream()).forEach(this::addBeginning);
    }

    private void addBeginning(Form form) {
        var first = form.characters().length == 0 ? 0 : form.characters()[0];
        beginnings.set(first);
        beginnings.set(Character.toLowerCase(first));
        beginnings.set(Character.toUpperCase(first));
    }

    /** Returns the spellings of a value. */
    public static Spellings of(String value) {
        Set<String> hex = new LinkedHashSet<>();
        Set<String> base64 = new LinkedHashSet<>();
        var json = value.replace("\\", "\\\\").replace("\"", "\\\"");
        for (var text : new LinkedHashSet<>(List.of(value, json, json.replace("/", "\\/"), percentEncoded(value)))) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            hex.add(HexFormat.of().formatHex(bytes));
            for (var before = 0; before < 3; before++) {
                base64.add(base64(bytes, before, Base64.getEncoder()));
                base64.add(base64(bytes, before, Base64.getUrlEncoder()));
            }
        }
        return new Spellings(
                value,
                Stream.concat(
                                hex.stream().map(text -> Form.of(text, true)),
                                base64.stream().map(text -> Form.of(text, false)))
                        .filter(form -> form.characters().length >= MIN_CUT)
                        .toList());
    }

    private static String percentEncoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns the characters that only these bytes decide when so many others stand before them. */
    private static String base64(byte[] bytes, int before, Base64.Encoder encoder) {
        var all = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, all, before, bytes.length);
        var text = encoder.withoutPadding().encodeToString(all);
        var from = (before * 8 + 5) / 6;
        return text.substring(from, Math.max(from, all.length * 8 / 6));
    }

    /**
     * Returns the text with a name in place of the value, wherever it occurs. In another case it is another token, which a case
     * may send, and its name says so.
     */
    public String mask(String text, String name) {
        var out = new StringBuilder();
        var kept = 0;
        for (var at = 0; at < text.length(); ) {
            if (text.charAt(at) < 128 && !beginnings.get(text.charAt(at))) {
                at++;
                continue;
            }
            var end = end(text, at);
            var other = end < 0 ? matched(text, at, folded) : -1;
            if (end < 0 && other < 0) {
                at++;
            } else {
                out.append(text, kept, at).append(name).append(end < 0 ? OTHER_CASE : "");
                kept = Math.max(end, other);
                at = kept;
            }
        }
        return kept == 0 ? text : out.append(text, kept, text.length()).toString();
    }

    /** Returns the text with a name in place of the value where it is all of a field, parameter or header that holds a session. */
    public String maskNamedValues(String text, String name) {
        var out = new StringBuilder();
        var kept = 0;
        var found = NAMED_VALUE.matcher(text);
        while (found.find()) {
            var end = matched(text, found.end(), plain);
            if (end > found.end() && (end == text.length() || AFTER_VALUE.indexOf(text.charAt(end)) >= 0)) {
                out.append(text, kept, found.end()).append(name);
                kept = end;
            }
        }
        return kept == 0 ? text : out.append(text, kept, text.length()).toString();
    }

    /** Returns the end of the longest spelling that begins here, or -1. */
    private int end(String text, int at) {
        var longest = matched(text, at, plain);
        for (var form : encoded) {
            longest = Math.max(longest, matched(text, at, form));
        }
        return longest;
    }

    /** Returns false at nearly all places where the form does not begin, at little cost. */
    private static boolean canBegin(Form form, String text, int at) {
        for (var i = 0; i < 2 && i < form.characters().length; i++) {
            if (at + i == text.length()) {
                return false;
            }
            var c = text.charAt(at + i);
            if (ENCODED.indexOf(c) >= 0 && c != '+') {
                return canSpell(text, at + i, c, form.characters()[i]);
            }
            if (c >= 128 || c == '+' || form.characters()[i] >= 128) {
                return true;
            }
            if (!form.isSame(c, form.characters()[i])) {
                return false;
            }
        }
        return true;
    }

    /** Returns false for most escapes that spell another character than the wanted one. */
    private static boolean canSpell(String text, int at, char escape, int wanted) {
        if (wanted >= 128 || wanted == escape || at + 1 == text.length()) {
            return true;
        }
        var next = text.charAt(at + 1);
        return switch (escape) {
            case '\\' ->
                next == '\\' || next == 'x' || next == wanted || (next == 'u' && number(text, at + 2, 4, 16) == wanted);
            case '%' -> text.startsWith("25", at + 1) || number(text, at + 1, 2, 16) == wanted;
            default -> next == '#' || next == 'a' || "\"'<>".indexOf(wanted) >= 0;
        };
    }

    /** Returns the end of the form when it begins here, or -1. */
    private static int matched(String text, int at, Form form) {
        if (!canBegin(form, text, at)) {
            return -1;
        }
        var ends = new TreeSet<>(Set.of(at));
        for (var i = 0; i < form.characters().length; i++) {
            var next = new TreeSet<Integer>();
            for (var end : ends) {
                addEnds(text, end, form, form.characters()[i], next);
            }
            if (next.isEmpty()) {
                var last = ends.last();
                return i >= MIN_CUT && last < text.length() && text.charAt(last) == CUT ? last : -1;
            }
            ends = next;
        }
        return ends.last();
    }

    private static void addEnds(String text, int at, Form form, int wanted, Set<Integer> ends) {
        if (at >= text.length()) {
            return;
        }
        var found = text.codePointAt(at);
        if (form.isSame(found, wanted) || (found == '+' && wanted == ' ')) {
            ends.add(at + Character.charCount(found));
        }
        var bytes = Character.toString(wanted).getBytes(StandardCharsets.UTF_8);
        if (wanted >= 128 && isLatin1(text, at, bytes)) {
            ends.add(at + bytes.length);
        }
        switch (found) {
            case '%' -> addPercentEncoded(text, at, bytes, ends);
            case '\\' -> addEscaped(text, at, wanted, ends);
            case '&' -> addHtml(text, at, wanted, ends);
            default -> {}
        }
    }

    /** Recognises UTF-8 whose bytes somebody has read as ISO 8859-1. */
    private static boolean isLatin1(String text, int at, byte[] bytes) {
        for (var i = 0; i < bytes.length; i++) {
            if (at + i >= text.length() || text.charAt(at + i) != (bytes[i] & 0xff)) {
                return false;
            }
        }
        return true;
    }

    private static void addPercentEncoded(String text, int at, byte[] bytes, Set<Integer> ends) {
        List<Integer> starts = List.of(at);
        for (var b : bytes) {
            List<Integer> next = new ArrayList<>();
            for (var start : starts) {
                if (text.startsWith("%", start)) {
                    // A percent sign that was encoded again is %25, as often as that was done.
                    var p = start + 1;
                    for (var again = 0; again < MAX_ESCAPES; again++) {
                        if (number(text, p, 2, 16) == (b & 0xff)) {
                            next.add(p + 2);
                        }
                        if (!text.startsWith("25", p)) {
                            break;
                        }
                        p += 2;
                    }
                }
            }
            starts = next;
        }
        ends.addAll(starts);
    }

    private static void addEscaped(String text, int at, int wanted, Set<Integer> ends) {
        var p = at;
        while (p < text.length() && text.charAt(p) == '\\' && p - at < MAX_ESCAPES) {
            p++;
            if (wanted == '\\') {
                ends.add(p);
            }
        }
        if (p == text.length()) {
            return;
        }
        var next = text.charAt(p);
        if (next == wanted && !Character.isLetterOrDigit(wanted)) {
            ends.add(p + 1);
        } else if (next == 'x' && number(text, p + 1, 2, 16) == wanted) {
            ends.add(p + 3);
        } else if (next == 'u') {
            var end = p;
            for (var unit : Character.toChars(wanted)) {
                while (text.startsWith("\\", end)) {
                    end++;
                }
                if (!text.startsWith("u", end) || number(text, end + 1, 4, 16) != unit) {
                    return;
                }
                end += 5;
            }
            ends.add(end);
        }
    }

    private static void addHtml(String text, int at, int wanted, Set<Integer> ends) {
        var p = at + 1;
        while (text.startsWith("amp;", p) && p - at < MAX_ESCAPES * 4) {
            p += 4;
            if (wanted == '&') {
                ends.add(p);
            }
        }
        for (var name : HTML_NAMES) {
            if (name.charAt(0) == wanted && text.startsWith(name.substring(1), p)) {
                ends.add(p + name.length() - 1);
            }
        }
        if (text.startsWith("#", p)) {
            var hex = text.startsWith("x", p + 1) || text.startsWith("X", p + 1);
            var from = p + (hex ? 2 : 1);
            var to = text.indexOf(';', from);
            if (to > from && to - from <= 8 && number(text, from, to - from, hex ? 16 : 10) == wanted) {
                ends.add(to + 1);
            }
        }
    }

    /** Returns the number that these digits write, or -1. */
    private static int number(String text, int at, int digits, int radix) {
        if (at + digits > text.length()) {
            return -1;
        }
        var value = 0;
        for (var i = at; i < at + digits; i++) {
            var digit = Character.digit(text.charAt(i), radix);
            if (digit < 0) {
                return -1;
            }
            value = value * radix + digit;
        }
        return value;
    }
}
