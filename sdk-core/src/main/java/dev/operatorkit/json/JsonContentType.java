package dev.operatorkit.json;

import org.jspecify.annotations.Nullable;

/**
 * Checks the content type of a body: {@code application/json} with any parameters (GEN-2), but no charset other than
 * UTF-8 (D-37).
 */
public final class JsonContentType {
    private static final String JSON = "application/json";
    private static final String TOKEN_CHARACTERS = "!#$%&'*+-.^_`|~";

    private final String text;
    private int position;

    private JsonContentType(String text, int position) {
        this.text = text;
        this.position = position;
    }

    /** Returns true if a body of this content type is read as JSON. */
    public static boolean isJson(String contentType) {
        if (contentType.equals(JSON)) {
            return true; // the usual value
        }
        var end = contentType.indexOf(';');
        var type = end < 0 ? contentType : contentType.substring(0, end);
        return trimmed(type).equalsIgnoreCase(JSON)
                && new JsonContentType(contentType, type.length()).hasNoOtherCharset();
    }

    /** Reads the parameters: {@code ;name=value}, with a token or a quoted value. Empty parameters are ignored. */
    private boolean hasNoOtherCharset() {
        while (position < text.length()) {
            if (text.charAt(position) != ';') {
                return false;
            }
            position++;
            skipSpace();
            var name = token();
            if (!name.isEmpty() && !isHarmless(name)) {
                return false;
            }
            skipSpace();
        }
        return true;
    }

    private boolean isHarmless(String name) {
        skipSpace();
        if (position == text.length() || text.charAt(position) != '=') {
            return false;
        }
        position++;
        skipSpace();
        var isQuoted = position < text.length() && text.charAt(position) == '"';
        var value = isQuoted ? quoted() : token();
        if (value == null || (value.isEmpty() && !isQuoted)) {
            return false;
        }
        return !name.equalsIgnoreCase("charset") || value.equalsIgnoreCase("utf-8");
    }

    private String token() {
        var start = position;
        while (position < text.length() && isTokenCharacter(text.charAt(position))) {
            position++;
        }
        return text.substring(start, position);
    }

    private static boolean isTokenCharacter(char c) {
        var lower = (char) (c | 0x20);
        return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || TOKEN_CHARACTERS.indexOf(c) >= 0;
    }

    /** Returns the text between quotes; null when the closing quote is missing. */
    private @Nullable String quoted() {
        var value = new StringBuilder();
        for (position++; position < text.length(); position++) {
            var c = text.charAt(position);
            if (c == '"') {
                position++;
                return value.toString();
            }
            if (c == '\\' && position + 1 < text.length()) {
                position++;
            }
            value.append(text.charAt(position));
        }
        return null;
    }

    private void skipSpace() {
        while (position < text.length() && isSpace(text.charAt(position))) {
            position++;
        }
    }

    private static String trimmed(String type) {
        var end = type.length();
        while (end > 0 && isSpace(type.charAt(end - 1))) {
            end--;
        }
        return type.substring(0, end);
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }
}
