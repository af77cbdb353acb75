package dev.operatorkit.http.guard;

import io.helidon.http.Status;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks the head of one request line by line: everything that determines where the request ends and which host it
 * addresses.
 */
final class RequestHead {
    private static final Pattern VERSION = Pattern.compile("HTTP/\\d\\.\\d");
    private static final Pattern ABSOLUTE =
            Pattern.compile("https?://([^/?#@]+)([/?].*)?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern HOST = Pattern.compile("(\\[[^\\]]*\\]|[^:]*)(:[0-9]{0,5})?");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";
    private static final String CHUNKED = "chunked";

    private @Nullable String authority;
    private @Nullable String host;
    private @Nullable String coding;
    private long contentLength = -1;
    private boolean expectsContinue;
    private boolean isHttp10;
    private boolean isHead;

    /** Returns the announced length, or 0. */
    long contentLength() {
        return Math.max(0, contentLength);
    }

    boolean isChunked() {
        return coding != null;
    }

    boolean expectsContinue() {
        return expectsContinue;
    }

    boolean isHttp10() {
        return isHttp10;
    }

    boolean isHead() {
        return isHead;
    }

    /**
     * Rejects a version, method or target for which Helidon would close the connection without a response, or which it
     * would misread.
     */
    void readRequestLine(byte[] bytes, int length) {
        var line = text(bytes, 0, length);
        var first = line.indexOf(' ');
        var last = line.lastIndexOf(' ');
        if (first <= 0 || last == first || line.indexOf(' ', first + 1) != last) {
            throw malformed("the request line is not a method, a target and a version");
        }
        var version = line.substring(last + 1);
        if (!VERSION.matcher(version).matches()) {
            throw malformed("the request line has no HTTP version");
        }
        isHttp10 = version.equals("HTTP/1.0");
        if (!isHttp10 && !version.equals("HTTP/1.1")) {
            throw RequestFraming.refuse(Status.HTTP_VERSION_NOT_SUPPORTED_505, version + " is not served");
        }
        readMethod(line.substring(0, first));
        isHead = line.startsWith("HEAD ");
        readTarget(line.substring(0, first), line.substring(first + 1, last));
    }

    /** Rejects lower case: methods are case-sensitive (RFC 9110, 9.1), and Helidon treats {@code post} as POST. */
    private static void readMethod(String method) {
        for (var i = 0; i < method.length(); i++) {
            if (!isToken(method.charAt(i))) {
                throw malformed("the method is not a token");
            }
            if (Character.isLowerCase(method.charAt(i))) {
                throw RequestFraming.refuse(Status.NOT_IMPLEMENTED_501, "the method is not in upper case");
            }
        }
    }

    private void readTarget(String method, String target) {
        if (target.indexOf('#') >= 0) {
            throw malformed("the target has a fragment, which is not part of what is signed"); // SIG-2
        }
        if (target.startsWith("/") || target.equals("*")) {
            return;
        }
        var absolute = ABSOLUTE.matcher(target);
        if (absolute.matches()) {
            authority = absolute.group(1);
        } else if (!method.equals("CONNECT")) {
            throw malformed("the target is neither a path nor an address with http");
        }
    }

    void readHeader(byte[] bytes, int length) {
        var colon = 0;
        while (colon < length && bytes[colon] != ':') {
            if (!isToken((char) (bytes[colon] & 0xff))) {
                throw malformed("the name of a header has a character that it may not have");
            }
            colon++;
        }
        if (colon == 0 || colon == length) {
            throw malformed("a header has no name, or no colon");
        }
        var value = strip(text(bytes, colon + 1, length));
        switch (text(bytes, 0, colon).toLowerCase(Locale.ROOT)) {
            case "host" -> readHost(value);
            case "expect" -> expectsContinue = true;
            case "content-length" -> readLength(value);
            case "transfer-encoding" -> readCoding(value.toLowerCase(Locale.ROOT));
            default -> {}
        }
    }

    /** Rejects a port that is not a number: Helidon reads {@code -1} and digits of any script as one. */
    private void readHost(String value) {
        if (host != null) {
            throw malformed("Host was sent twice");
        }
        if (!HOST.matcher(value).matches()) {
            throw malformed("the port in Host is not a number");
        }
        host = value;
    }

    private void readLength(String value) {
        if (contentLength >= 0 || !LENGTH.matcher(value).matches()) {
            throw malformed("Content-Length is not one number");
        }
        contentLength = Long.parseLong(value);
    }

    private void readCoding(String value) {
        coding = coding == null ? value : coding + "," + value;
    }

    /** Checks what only the complete head shows. */
    void check() {
        if (coding != null) {
            checkCoding(coding);
        }
        // If both are present, the target's takes precedence (RFC 9112, 3.2.2), but all later checks use Host.
        if (authority != null && !authority.equalsIgnoreCase(host)) {
            throw malformed("the target names another host than Host");
        }
    }

    private void checkCoding(String codings) {
        if (isHttp10) {
            throw malformed("HTTP/1.0 has no Transfer-Encoding"); // RFC 9112, 6.1
        }
        if (contentLength >= 0) {
            throw malformed("the request has both Transfer-Encoding and Content-Length");
        }
        if (codings.equals(CHUNKED)) {
            return;
        }
        var all = codings.split(",", -1);
        for (var i = 0; i < all.length - 1; i++) {
            if (strip(all[i]).equals(CHUNKED)) {
                throw malformed("Transfer-Encoding is chunked twice, or not at the end");
            }
        }
        if (!strip(all[all.length - 1]).equals(CHUNKED)) {
            throw malformed("Transfer-Encoding does not end with chunked");
        }
        throw RequestFraming.refuse(Status.NOT_IMPLEMENTED_501, "only the transfer coding chunked is read");
    }

    private static boolean isToken(char character) {
        return (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || (character >= '0' && character <= '9')
                || TOKEN_MARKS.indexOf(character) >= 0;
    }

    /** Removes the spaces and tabs around a value. Nothing else is white space in a header (RFC 9110, 5.6.3). */
    private static String strip(String value) {
        var from = 0;
        var to = value.length();
        while (from < to && isBlank(value.charAt(from))) {
            from++;
        }
        while (from < to && isBlank(value.charAt(to - 1))) {
            to--;
        }
        return value.substring(from, to);
    }

    private static boolean isBlank(char character) {
        return character == ' ' || character == '\t';
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static RuntimeException malformed(String reason) {
        return RequestFraming.refuse(Status.BAD_REQUEST_400, reason);
    }
}
