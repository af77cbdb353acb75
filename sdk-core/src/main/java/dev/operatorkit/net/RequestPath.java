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
        return isCanonical(rawPath, false);
    }

    /**
     * Returns true if the path is canonical except for {@code %2F} and {@code %5C}: a segment that contains an id
     * chosen by another party may contain them, and the signature covers the path as it was sent (D-40). Use it only
     * for routes that split the raw path before they decode a segment.
     *
     * @param rawPath the path as sent, still percent-encoded and without its query
     */
    public static boolean isCanonicalButForEncodedSlashes(String rawPath) {
        return isCanonical(rawPath, true);
    }

    private static boolean isCanonical(String path, boolean slashesMayBeEncoded) {
        if (!path.startsWith("/")) {
            return false;
        }
        var start = 1;
        for (var i = 1; i <= path.length(); i++) {
            if (i == path.length() || path.charAt(i) == '/') {
                var isEmpty = i == start;
                if ((isEmpty && i < path.length()) || isDots(path, start, i)) {
                    return false;
                }
                start = i + 1;
            } else if (!isPlain(path, i, slashesMayBeEncoded)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(String path, int at, boolean slashesMayBeEncoded) {
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
        var isSlash = octet == '/' || octet == '\\';
        return octet >= ' ' && octet != 0x7f && isUtf8(octet) && (slashesMayBeEncoded || !isSlash);
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
