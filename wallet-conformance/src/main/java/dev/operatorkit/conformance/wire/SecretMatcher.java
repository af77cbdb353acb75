package dev.operatorkit.conformance.wire;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds a session token or secret in a text in every spelling that a sender or a wallet may give it: each character as it is, in
 * another case, percent-encoded, escaped as in JSON or in HTML, once or more often; the whole in base64, also as a part of a
 * longer text, or in hex. A token that a report has cut off is found by its beginning.
 */
public final class SecretMatcher {
    private static final int MIN_CUT = 6;
    private static final String AFTER_VALUE = "&;,\"\\\r\n\t '";
    private static final Pattern NAMED_VALUE = Pattern.compile(
            "(?i)(?:token|session|secret)[\\w-]{0,30}(?:=|\\\\{0,7}\"\\s{0,3}:\\s{0,3}\\\\{0,7}\"|:[ \\t]{0,3})");
    private static final String OTHER_CASE = "_OTHER_CASE";

    private final List<Needle> needles = new ArrayList<>();

    /**
     * Holds a form of the value, decoded as texts are.
     *
     * @param suffix is added to the name of the value, which in another case is another one
     */
    private record Needle(String text, boolean isFolded, String suffix) {
        /** Returns the end of the needle or of its cut beginning in a decoded text, or -1. */
        int endAt(DecodedText in, int at) {
            var length = 0;
            while (length < text.length() && at + length < in.length() && isSame(in, at + length, length)) {
                length++;
            }
            var isCut = length >= MIN_CUT && in.isCutAt(at + length);
            return length == text.length() || isCut ? at + length : -1;
        }

        private boolean isSame(DecodedText in, int at, int index) {
            return (isFolded ? in.folded() : in.exact()).charAt(at) == text.charAt(index);
        }
    }

    /** Holds a found value: where it begins and ends in the text as it is written. */
    private record Hit(int start, int end, Needle needle) {
        private static final Comparator<Hit> ORDER = Comparator.comparingInt(Hit::start)
                .thenComparing(hit -> hit.needle().suffix())
                .thenComparing(Comparator.comparingInt(Hit::end).reversed());
    }

    private SecretMatcher(String value) {
        add(value, false, "");
        add(value, true, OTHER_CASE);
        var json = value.replace("\\", "\\\\").replace("\"", "\\\"");
        var percent = URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
        for (var text : new LinkedHashSet<>(List.of(value, json, json.replace("/", "\\/"), percent))) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            addEncoded(HexFormat.of().formatHex(bytes), true);
            for (var before = 0; before < 3; before++) {
                addEncoded(base64(bytes, before, Base64.getEncoder()), false);
                addEncoded(base64(bytes, before, Base64.getUrlEncoder()), false);
            }
        }
    }

    /** Returns a matcher of a value. */
    public static SecretMatcher of(String value) {
        return new SecretMatcher(value);
    }

    private void addEncoded(String text, boolean isFolded) {
        if (text.length() >= MIN_CUT) {
            add(text, isFolded, "");
        }
    }

    private void add(String text, boolean isFolded, String suffix) {
        var decoded = DecodedText.of(text, false);
        needles.add(new Needle(isFolded ? decoded.folded() : decoded.exact(), isFolded, suffix));
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
        var hits = new ArrayList<Hit>();
        find(DecodedText.of(text, false), hits);
        if (text.chars().anyMatch(c -> c >= 128 && c < 256)) {
            find(DecodedText.of(text, true), hits);
        }
        hits.sort(Hit.ORDER);
        var out = new StringBuilder();
        var kept = 0;
        for (var hit : hits) {
            if (hit.start() >= kept) {
                out.append(text, kept, hit.start())
                        .append(name)
                        .append(hit.needle().suffix());
                kept = hit.end();
            }
        }
        return out.append(text, kept, text.length()).toString();
    }

    private void find(DecodedText in, List<Hit> hits) {
        for (var needle : needles) {
            var begin =
                    needle.text().substring(0, Math.min(MIN_CUT, needle.text().length()));
            var searched = needle.isFolded() ? in.folded() : in.exact();
            for (var at = searched.indexOf(begin); at >= 0 && !begin.isEmpty(); at = searched.indexOf(begin, at + 1)) {
                var end = needle.endAt(in, at);
                if (end >= 0) {
                    hits.add(new Hit(in.start(at), in.end(end), needle));
                }
            }
        }
    }

    /** Returns the text with a name in place of the value where it is all of a field, parameter or header that holds a session. */
    public String maskNamedValues(String text, String name) {
        var decoded = DecodedText.of(text, false);
        var out = new StringBuilder();
        var kept = 0;
        var found = NAMED_VALUE.matcher(text);
        while (found.find()) {
            var at = decoded.indexOf(found.end());
            var end = at < 0 ? -1 : needles.getFirst().endAt(decoded, at);
            if (end > at
                    && (decoded.end(end) == text.length() || AFTER_VALUE.indexOf(text.charAt(decoded.end(end))) >= 0)) {
                out.append(text, kept, found.end()).append(name);
                kept = decoded.end(end);
            }
        }
        return out.append(text, kept, text.length()).toString();
    }
}
