package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.http.guard.WatchedConnection;
import io.helidon.http.HeaderName;
import io.helidon.http.Headers;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a call as received: not decoded and not parsed (SIG-14).
 *
 * @param method the HTTP method
 * @param rawPath percent-encoding kept (D-40)
 * @param rawQuery without {@code ?}, or null
 * @param headers as sent
 * @param source who called
 * @param body the bytes of the body, empty when there is none
 * @param reception whether the body is here as a whole
 */
record Call(
        String method,
        String rawPath,
        @Nullable String rawQuery,
        Headers headers,
        InetAddress source,
        byte[] body,
        BodyReception reception) {
    /** Defines how much of a body was read. */
    enum BodyReception {
        /** All of it. */
        WHOLE,
        /** None, since the head already rules the call out (SIG-12, NET-1). */
        NOT_READ,
        /** None, since it is larger than may be (D-36). */
        TOO_LARGE,
        /** It broke off, or its chunks are malformed: where the next request would begin, nobody knows. */
        BROKEN
    }

    /** Is the largest body that is read (D-36). */
    static final int LARGEST_BODY = 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(Call.class);
    private static final byte[] NOTHING = {};
    /** Matches the origin of a request line in absolute form. Only the path after it is signed (SIG-2). */
    private static final Pattern ORIGIN = Pattern.compile("^https?://[^/?#]*", Pattern.CASE_INSENSITIVE);

    /** Returns a call as its head says, without its body. */
    static Call ofHead(ServerRequest request) {
        return of(request, NOTHING, BodyReception.NOT_READ);
    }

    /** Returns whether its body is still on its way. */
    static boolean waitsForBody(ServerRequest request) {
        var arrived = WatchedConnection.current().orElseThrow().arrived();
        return request.content().hasEntity()
                && request.headers().contentLength().orElse(Long.MAX_VALUE) > arrived;
    }

    /** Returns a call with its body, for which it waits. */
    static Call of(ServerRequest request) {
        if (request.headers().contentLength().orElse(0) > LARGEST_BODY) {
            return of(request, NOTHING, BodyReception.TOO_LARGE);
        }
        try {
            var body = body(request);
            return body.length > LARGEST_BODY
                    ? of(request, NOTHING, BodyReception.TOO_LARGE)
                    : of(request, body, BodyReception.WHOLE);
        } catch (CloseConnectionException e) {
            throw e; // reset or cut: there is no caller left
        } catch (IOException | RuntimeException e) {
            LOG.debug("a body could not be read", e);
            var tooLarge = e instanceof RequestException told && told.status().code() == 413;
            return of(request, NOTHING, tooLarge ? BodyReception.TOO_LARGE : BodyReception.BROKEN);
        }
    }

    private static Call of(ServerRequest request, byte[] body, BodyReception reception) {
        var prologue = request.prologue();
        return new Call(
                prologue.method().text(),
                path(request),
                prologue.hasQuery() ? prologue.query().rawValue() : null,
                request.headers(),
                ((InetSocketAddress) request.remotePeer().address()).getAddress(),
                body,
                reception);
    }

    /** Returns the path as on the wire, without the origin of a request line in absolute form. */
    static String path(ServerRequest request) {
        var raw = request.prologue().uriPath().rawPath();
        return raw.startsWith("/") ? raw : ORIGIN.matcher(raw).replaceFirst("");
    }

    /** Reads at most one byte more than it may: a larger body is refused before it is there as a whole. */
    private static byte[] body(ServerRequest request) throws IOException {
        if (!request.content().hasEntity()) {
            return NOTHING;
        }
        // Not closed: closing would read the rest of a body that is too large.
        return request.content().inputStream().readNBytes(LARGEST_BODY + 1);
    }

    /** Every value of a header, one for each time it was sent. */
    List<String> all(HeaderName name) {
        return headers.all(name, List::of);
    }
}
