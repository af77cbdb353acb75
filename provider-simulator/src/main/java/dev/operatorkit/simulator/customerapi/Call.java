package dev.operatorkit.simulator.customerapi;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A call as it came off the wire: nothing decoded, nothing parsed (SIG-14).
 *
 * @param method the HTTP method
 * @param rawPath percent-encoding kept (D-40)
 * @param rawQuery without {@code ?}, or null
 * @param headers as sent
 * @param source who called
 * @param body the bytes of the body, empty when there is none
 */
record Call(
        String method, String rawPath, @Nullable String rawQuery, Headers headers, InetAddress source, byte[] body) {
    /** The largest body that is read (D-36). */
    static final int LARGEST_BODY = 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(Call.class);
    private static final long LINGER = 4L * 1024 * 1024;
    private static final byte[] NOTHING = {};
    private static final byte[] TOO_LARGE = new byte[LARGEST_BODY + 1];

    static Call of(ServerRequest request) {
        var prologue = request.prologue();
        return new Call(
                prologue.method().text(),
                prologue.uriPath().rawPath(),
                prologue.hasQuery() ? prologue.query().rawValue() : null,
                request.headers(),
                ((InetSocketAddress) request.remotePeer().address()).getAddress(),
                body(request));
    }

    /** Reads at most one byte more than it may: a larger body is refused before it is there as a whole. */
    private static byte[] body(ServerRequest request) {
        if (!request.content().hasEntity()) {
            return NOTHING;
        }
        if (request.headers().contentLength().orElse(0) > LARGEST_BODY) {
            return TOO_LARGE;
        }
        try {
            // Not closed: closing would read the rest of a body that is too large.
            return request.content().inputStream().readNBytes(LARGEST_BODY + 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Takes in a little more of a body that was refused already: a connection that is closed over unread bytes is reset,
     * and the caller would never see the answer.
     */
    static void skipRest(ServerRequest request) {
        if (request.headers().contains(HeaderNames.EXPECT)) {
            return;
        }
        try {
            request.content().inputStream().skipNBytes(LINGER);
        } catch (IOException | RuntimeException e) {
            // The end of the body is one of the reasons to be here.
            LOG.debug("no more of a body that is too large", e);
        }
    }

    /** Whether the body is larger than may be, and is not here as a whole (D-36). */
    boolean isTooLarge() {
        return body.length > LARGEST_BODY;
    }

    /** Every value of a header, one for each time it was sent. */
    List<String> all(HeaderName name) {
        return headers.all(name, List::of);
    }
}
