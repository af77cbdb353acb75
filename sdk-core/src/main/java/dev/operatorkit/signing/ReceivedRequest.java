package dev.operatorkit.signing;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Holds a request as it was received, neither decoded nor parsed (SIG-14). Immutable, but for the bytes of its body. */
public final class ReceivedRequest {
    private static final Pattern SCHEME_AND_HOST = Pattern.compile("^https?://[^/?#]*", Pattern.CASE_INSENSITIVE);

    private final String method;
    private final String target;
    private final String rawPath;
    private final @Nullable String rawQuery;
    private final List<String> timestamps;
    private final List<String> signatures;
    private final byte[] body;

    private ReceivedRequest(
            String method, String target, List<String> timestamps, List<String> signatures, byte[] body) {
        this.method = method;
        this.target = target;
        var query = target.indexOf('?');
        this.rawPath = query < 0 ? target : target.substring(0, query);
        this.rawQuery = query < 0 ? null : target.substring(query + 1);
        this.timestamps = timestamps;
        this.signatures = signatures;
        this.body = body;
    }

    /**
     * Creates a request from what every HTTP server knows.
     *
     * @param method the HTTP method
     * @param target the target of the request line as received, neither decoded nor normalized, with its query (SIG-3,
     *     SIG-6, D-40). The absolute form {@code http://host/path}, which every server must accept (RFC 9112, 3.2.2), is
     *     the same as its path
     * @param headers returns the value of each line of a header, in the order received; none is an empty list or null
     * @param body the bytes of the body, empty if there is none. They are not copied
     * @throws IllegalArgumentException if the method contains a slash: then it is the target
     */
    public static ReceivedRequest of(
            String method, String target, Function<String, ? extends @Nullable List<String>> headers, byte[] body) {
        if (method.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "the method contains a slash. Give the method first, then the target of the request line");
        }
        var origin = target.startsWith("/")
                ? target
                : SCHEME_AND_HOST.matcher(target).replaceFirst("");
        return new ReceivedRequest(
                method, origin, lines(headers, Signer.TIMESTAMP_HEADER), lines(headers, Signer.SIGNATURE_HEADER), body);
    }

    private static List<String> lines(Function<String, ? extends @Nullable List<String>> headers, String name) {
        var lines = headers.apply(name);
        return lines == null ? List.of() : List.copyOf(lines);
    }

    /** Returns the request with this body, once your server has read it. The bytes are not copied. */
    public ReceivedRequest withBody(byte[] body) {
        return new ReceivedRequest(method, target, timestamps, signatures, body);
    }

    /** Returns the HTTP method. */
    public String method() {
        return method;
    }

    /** Returns the path and the query, as received. */
    public String target() {
        return target;
    }

    /** Returns the path, still percent-encoded (D-40). */
    public String rawPath() {
        return rawPath;
    }

    /** Returns the query without {@code ?}, or null if there is none. */
    public @Nullable String rawQuery() {
        return rawQuery;
    }

    /** Returns every value of the {@code X-Svc-Timestamp} header, normally one. */
    public List<String> timestamps() {
        return timestamps;
    }

    /** Returns every value of the {@code X-Svc-Signature} header, normally one. */
    public List<String> signatures() {
        return signatures;
    }

    /** Returns the bytes of the body, empty if there is none. */
    public byte[] body() {
        return body;
    }

    /** Returns the method, the path and the size of the body; the rest may contain a token or a signature (SIG-17). */
    @Override
    public String toString() {
        return method + " " + rawPath + " (" + body.length + " bytes)";
    }
}
