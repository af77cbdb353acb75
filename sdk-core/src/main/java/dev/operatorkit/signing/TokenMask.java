package dev.operatorkit.signing;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Masks the session tokens in data that may be malformed. A value whose end is uncertain is masked to the end of the data, since it
 * is better to mask too much than to show a part of a token. Takes linear time.
 */
final class TokenMask {
    private static final String MASK = "***";
    private static final String QUOTES = "\"'`";
    private static final String SEPARATORS = ":=>";
    private static final String AFTER_QUOTED = ",}])&";

    /** Matches the name: each letter may be escaped in JSON or in a URL, or followed by a zero byte as in UTF-16. */
    private static final Pattern NAME = Pattern.compile(
            "token".chars().mapToObj(TokenMask::spelling).collect(Collectors.joining()) + "(?!\\p{Alnum})",
            Pattern.CASE_INSENSITIVE);

    /** Matches a literal of JSON that ends where JSON says so: before the next name, or at the end of an object or of the data. */
    private static final Pattern LITERAL = Pattern.compile(
            "(?:null|true|false|-?[0-9][0-9.eE+-]*+)(?=\\s*+(?:,\\s*+\"|[}\\]]\\s*+[,}\\]]|[}\\]]?\\s*+\\z))");

    private final String data;
    private final boolean isQuery;
    private int start;
    private int end;

    private TokenMask(String data, boolean isQuery) {
        this.data = data;
        this.isQuery = isQuery;
    }

    static String maskQuery(String query) {
        return new TokenMask(query, true).mask();
    }

    static String maskBody(String body) {
        return new TokenMask(body, false).mask();
    }

    /** Returns a pattern for a letter, plain or escaped in JSON or in a URL. */
    private static String spelling(int letter) {
        var code = Integer.toHexString(letter);
        var capital = Integer.toHexString(Character.toUpperCase(letter));
        return "(?:" + (char) letter + "|(?:\\\\u00|%)(?:" + code + "|" + capital + "))\\x00*+";
    }

    private String mask() {
        var masked = new StringBuilder();
        var name = NAME.matcher(data);
        var shown = 0;
        while (name.find(shown)) {
            findValue(name.end());
            masked.append(data, shown, start).append(MASK);
            shown = end;
        }
        return masked.append(data, shown, data.length()).toString();
    }

    /** Finds the value of a name. Without a separator this is everything after the name. */
    private void findValue(int afterName) {
        start = afterName;
        end = data.length();
        var separator = afterName;
        while (separator < data.length() && SEPARATORS.indexOf(data.charAt(separator)) < 0) {
            if (isAlphanumeric(data.charAt(separator))) {
                return;
            }
            separator++;
        }
        if (separator == data.length()) {
            return;
        }
        var isAssigned = data.charAt(separator) == '=';
        start = separator + 1;
        if (isQuery && isAssigned) {
            end = indexOrEnd("&", start);
            return;
        }
        while (start < data.length() && (isBlank(data.charAt(start)) || SEPARATORS.indexOf(data.charAt(start)) >= 0)) {
            start++;
        }
        if (start < data.length()) {
            findEnd(data.charAt(start), isAssigned);
        }
    }

    private void findEnd(char first, boolean isAssigned) {
        if (QUOTES.indexOf(first) >= 0) {
            start++;
            end = endOfQuoted(first, start);
            if (!isFollowedByStructure(end + 1)) {
                end = data.length();
            }
        } else if (first == '{' || first == '[') {
            end = endOfNested();
        } else if (isAssigned) {
            end = indexOrEnd("&", start);
        } else {
            var literal = LITERAL.matcher(data).region(start, data.length());
            end = literal.lookingAt() ? literal.end() : data.length();
        }
    }

    /** Returns the index of the closing quote, or the end of the data. */
    private int endOfQuoted(char quote, int from) {
        for (var i = from; i < data.length(); i++) {
            if (data.charAt(i) == quote) {
                return i;
            }
            if (data.charAt(i) == '\\') {
                i++;
            }
        }
        return data.length();
    }

    /** Returns false where a value goes on after its closing quote, so that the quote was part of it. */
    private boolean isFollowedByStructure(int from) {
        var next = from;
        while (next < data.length() && isBlank(data.charAt(next))) {
            next++;
        }
        return next >= data.length() || AFTER_QUOTED.indexOf(data.charAt(next)) >= 0;
    }

    /** Returns the index after the bracket that closes the one at the start, or the end of the data. */
    private int endOfNested() {
        var depth = 0;
        for (var i = start; i < data.length(); i++) {
            var c = data.charAt(i);
            if (c == '"' || c == '\'') {
                i = endOfQuoted(c, i + 1);
            } else if (c == '{' || c == '[') {
                depth++;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return i + 1;
            }
        }
        return data.length();
    }

    private int indexOrEnd(String text, int from) {
        var index = data.indexOf(text, from);
        return index < 0 ? data.length() : index;
    }

    private static boolean isBlank(char c) {
        return Character.isWhitespace(c) || Character.isISOControl(c);
    }

    private static boolean isAlphanumeric(char c) {
        return Character.isLetterOrDigit(c);
    }
}
