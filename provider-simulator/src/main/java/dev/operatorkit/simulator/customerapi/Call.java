package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.http.guard.RequestTarget;
import dev.operatorkit.http.guard.WatchedConnection;
import io.helidon.http.HeaderName;
import io.helidon.http.Headers;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a call as received, neither decoded nor parsed (SIG-14).
 *
 * @param rawPath the path, still percent-encoded (D-40)
 * @param rawQuery the query without {@code ?}, or null
 * @param source the source address, of the client behind a trusted proxy (D-35)
 * @param body the bytes of the body, empty when there is none
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
        WHOLE,
        /** The body was not read, because the call is rejected by its headers (SIG-12, NET-1). */
        NOT_READ,
        /** The body is larger than allowed (D-36). */
        TOO_LARGE,
        /** The body is incomplete or its chunks are malformed, so the beginning of the next request is unknown. */
        BROKEN
    }

    /** Defines the maximum size of a body in bytes (D-36). */
    static final int MAX_BODY_BYTES = 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(Call.class);
    private static final byte[] NOTHING = {};

    /** Returns the call without its body. */
    static Call ofHead(ServerRequest request, InetAddress source) {
        return of(request, source, NOTHING, BodyReception.NOT_READ);
    }

    /** Returns true if the body has not arrived completely. */
    static boolean waitsForBody(ServerRequest request) {
        var arrived = WatchedConnection.current().orElseThrow().arrived();
        return request.content().hasEntity()
                && request.headers().contentLength().orElse(Long.MAX_VALUE) > arrived;
    }

    /** Waits for the body and returns the complete call. */
    static Call of(ServerRequest request, InetAddress source) {
        if (request.headers().contentLength().orElse(0) > MAX_BODY_BYTES) {
            return of(request, source, NOTHING, BodyReception.TOO_LARGE);
        }
        try {
            var body = body(request);
            return body.length > MAX_BODY_BYTES
                    ? of(request, source, NOTHING, BodyReception.TOO_LARGE)
                    : of(request, source, body, BodyReception.WHOLE);
        } catch (CloseConnectionException e) {
            throw e; // the connection was reset or closed, so there is no caller left
        } catch (IOException | RuntimeException e) {
            LOG.debug("a body could not be read", e);
            var tooLarge =
                    e instanceof RequestException refusal && refusal.status().code() == 413;
            return of(request, source, NOTHING, tooLarge ? BodyReception.TOO_LARGE : BodyReception.BROKEN);
        }
    }

    private static Call of(ServerRequest request, InetAddress source, byte[] body, BodyReception reception) {
        var prologue = request.prologue();
        return new Call(
                prologue.method().text(),
                RequestTarget.rawPath(request),
                prologue.hasQuery() ? prologue.query().rawValue() : null,
                request.headers(),
                source,
                body,
                reception);
    }

    /** Reads at most one byte more than allowed: a larger body is refused before all of it has arrived. */
    private static byte[] body(ServerRequest request) throws IOException {
        if (!request.content().hasEntity()) {
            return NOTHING;
        }
        // Not closed: closing would read the rest of a body that is too large.
        return request.content().inputStream().readNBytes(MAX_BODY_BYTES + 1);
    }

    /** Returns every value of a header, one for each time it was sent. */
    List<String> all(HeaderName name) {
        return headers.all(name, List::of);
    }
}
