package dev.operatorkit.net;

/**
 * Checks that a request path has only one possible interpretation, before it is used for routing.
 *
 * <p>A rule that guards {@code /back-office} is useless if {@code /open/..;/back-office} leads to the same page: a
 * component that decodes, normalises or drops parameters after the rule was applied sees another path. Such a path is
 * rejected rather than interpreted.
 */
public final class RequestPath {
    private static final String ENCODED_DOT = "%2e";

    private RequestPath() {}

    /**
     * Returns true if the path has only one interpretation: it begins with a slash and contains no dot segment, empty
     * segment, parameter ({@code ;}), encoded slash or backslash, control character or malformed percent-encoding. One
     * slash at the end is allowed.
     *
     * @param rawPath the path as sent, still percent-encoded and without its query
     */
    public static boolean isCanonical(String rawPath) {
        if (!rawPath.startsWith("/")) {
            return false;
        }
        var start = 1;
        for (var i = 1; i <= rawPath.length(); i++) {
            if (i == rawPath.length() || rawPath.charAt(i) == '/') {
                var isEmpty = i == start;
                if ((isEmpty && i < rawPath.length()) || isDots(rawPath, start, i)) {
                    return false;
                }
                start = i + 1;
            } else if (!isPlain(rawPath, i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(String path, int at) {
        var c = path.charAt(at);
        if (c != '%') {
            return c > ' ' && c != 0x7f && "\\;?#".indexOf(c) < 0;
        }
        if (at + 2 >= path.length()) {
            return false;
        }
        var high = Character.digit(path.charAt(at + 1), 16);
        var low = Character.digit(path.charAt(at + 2), 16);
        if (high < 0 || low < 0) {
            return false;
        }
        var octet = high * 16 + low;
        return octet >= ' ' && octet != 0x7f && octet != '/' && octet != '\\' && isUtf8(octet);
    }

    /**
     * Returns true if the octet can occur in UTF-8. C0 and C1 begin overlong forms, which careless decoders turn into a
     * dot or slash.
     */
    private static boolean isUtf8(int octet) {
        return octet != 0xc0 && octet != 0xc1 && octet < 0xf5;
    }

    /** Returns true if the segment is one dot or two, each plain or encoded. */
    private static boolean isDots(String path, int start, int end) {
        var dots = 0;
        for (var i = start; i < end; dots++) {
            if (path.charAt(i) == '.') {
                i++;
            } else if (path.regionMatches(true, i, ENCODED_DOT, 0, ENCODED_DOT.length())) {
                i += ENCODED_DOT.length();
            } else {
                return false;
            }
        }
        return dots == 1 || dots == 2;
    }
}
