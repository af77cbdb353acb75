package dev.operatorkit.reference.operations;

import dev.operatorkit.http.guard.RequestTarget;
import dev.operatorkit.http.guard.WatchedConnection;
import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.WalletCallbacks;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Passes requests to the callbacks, logs and sends their responses. Decides only which bodies are read. */
public final class CallbackRoutes {
    private static final HeaderName TIMESTAMP = HeaderNames.create("X-Svc-Timestamp");
    private static final HeaderName SIGNATURE = HeaderNames.create("X-Svc-Signature");
    private static final byte[] NO_BODY = {};
    private static final int UNAUTHORIZED = 401;

    private final WalletCallbacks callbacks;
    private final CallbackLog log;

    private CallbackRoutes(WalletCallbacks callbacks, CallbackLog log) {
        this.callbacks = callbacks;
        this.log = log;
    }

    /**
     * Routes every path to the callbacks, because Helidon would route by a decoded and normalised path (fault matrix
     * S13).
     */
    public static void routing(HttpRouting.Builder routes, WalletCallbacks callbacks, CallbackLog log) {
        routes.any(new CallbackRoutes(callbacks, log)::answer);
    }

    private void answer(ServerRequest request, ServerResponse response) {
        var head = toRequest(request, NO_BODY);
        if (!request.content().hasEntity()) {
            handle(head, response);
            return;
        }
        var length = request.headers().contentLength().orElse(WalletCallbacks.UNKNOWN_LENGTH);
        if (length >= 0 && length <= connection().arrived()) {
            // The body has already arrived, so a rejection can be diagnosed from the whole request.
            handle(toRequest(request, body(request, length)), response);
            return;
        }
        var rejection = callbacks.rejectByHeaders(head, length);
        if (rejection.isPresent()) {
            log.recordHead(head, rejection.get());
            send(response, rejection.get());
            return;
        }
        handle(toRequest(request, body(request, length)), response);
    }

    private void handle(CallbackRequest request, ServerResponse response) {
        var answer = callbacks.handle(request);
        log.record(request, answer);
        send(response, answer);
    }

    private static CallbackRequest toRequest(ServerRequest request, byte[] body) {
        var query = request.prologue().query();
        var received = new ReceivedRequest(
                request.prologue().method().text(),
                RequestTarget.rawPath(request),
                query.isEmpty() ? null : query.rawValue(),
                values(request, TIMESTAMP),
                values(request, SIGNATURE),
                body);
        var contentType = values(request, HeaderNames.CONTENT_TYPE);
        return new CallbackRequest(
                received,
                contentType.isEmpty() ? null : String.join(", ", contentType), // several are none (D-37)
                connection().remoteAddress(),
                values(request, HeaderNames.X_FORWARDED_FOR));
    }

    private static List<String> values(ServerRequest request, HeaderName name) {
        return request.headers().contains(name) ? request.headers().get(name).allValues() : List.of();
    }

    private static WatchedConnection connection() {
        return WatchedConnection.current().orElseThrow();
    }

    /** Reads at most one byte more than allowed, which is enough to detect a body that is too large (D-36). */
    private static byte[] body(ServerRequest request, long announced) {
        var most = WalletCallbacks.MAX_BODY_BYTES + 1;
        try {
            var in = request.content().inputStream();
            var body = in.readNBytes(announced < 0 ? most : (int) Math.min(announced, most));
            in.close(); // ends a body of this length; the rest of a longer one is not read (D-36)
            return body;
        } catch (IOException e) {
            throw new CloseConnectionException("the body did not arrive", e);
        }
    }

    /** Sends a response, and closes the connection after a 401, because its sender could keep it open otherwise. */
    private static void send(ServerResponse response, CallbackResponse answer) {
        response.status(Status.create(answer.status()));
        if (answer.status() == UNAUTHORIZED) {
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
        for (Map.Entry<String, String> header : answer.headers().entrySet()) {
            response.header(HeaderNames.create(header.getKey()), header.getValue());
        }
        response.send(answer.body());
    }
}
