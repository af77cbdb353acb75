package dev.operatorkit.net;

/**
 * Judges whether every proxy, server and router reads a request path alike, before anything is routed by it.
 *
 * <p>A rule that guards {@code /back-office} is worth nothing where {@code /open/..;/back-office} leads to the same page:
 * what decodes, normalises or drops parameters does so once before the rule and once after it. Such a path is refused
 * instead of understood.
 */
public final class RequestPath {
    private static final String ENCODED_DOT = "%2e";

    private RequestPath() {}

    /**
     * Returns whether the path has one reading: it begins with a slash and has no dot segment, empty segment, parameter
     * ({@code ;}), slash or backslash in disguise, control character or broken escape. One slash at the end is allowed.
     *
     * @param rawPath the path as on the wire, percent-encoding kept and without its query
     */
    public static boolean isCanonical(String rawPath) {
        return isCanonical(rawPath, false);
    }

    /**
     * Returns whether the path is canonical but for {@code %2F} and {@code %5C}: a segment that holds an id of another
     * party's choice may contain them, and the signature covers the path as it was sent (D-40). Only for routes that split
     * the raw path before they decode a segment.
     *
     * @param rawPath the path as on the wire, percent-encoding kept and without its query
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
                if (isEmpty && i < path.length() || isDots(path, start, i)) {
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

    /** Whether UTF-8 has that octet: C0 and C1 begin overlong forms, a dot or slash in disguise to a careless decoder. */
    private static boolean isUtf8(int octet) {
        return octet != 0xc0 && octet != 0xc1 && octet < 0xf5;
    }

    /** Whether the segment is one dot or two, each plain or encoded. */
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
