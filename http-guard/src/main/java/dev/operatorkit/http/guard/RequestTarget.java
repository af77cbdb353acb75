package dev.operatorkit.http.guard;

import io.helidon.webserver.http.ServerRequest;
import java.util.regex.Pattern;

/** Reads the raw target of a request. */
public final class RequestTarget {
    private static final Pattern ORIGIN = Pattern.compile("^https?://[^/?#]*", Pattern.CASE_INSENSITIVE);

    private RequestTarget() {}

    /**
     * Returns the path, still encoded. A target in absolute form, which every server must accept (RFC 9112, 3.2.2), has it after the
     * host, which is the same as in {@code Host}: the server rejects a request that names two.
     */
    public static String rawPath(ServerRequest request) {
        var raw = request.prologue().uriPath().rawPath();
        return raw.startsWith("/") ? raw : ORIGIN.matcher(raw).replaceFirst("");
    }
}
