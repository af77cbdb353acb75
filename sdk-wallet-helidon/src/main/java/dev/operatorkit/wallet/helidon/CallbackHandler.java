package dev.operatorkit.wallet.helidon;

import dev.operatorkit.http.guard.WatchedConnection;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.WalletCallbacks;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

/**
 * Passes raw requests to the wallet callbacks, and sends their responses unchanged. Decides only which bodies are read.
 *
 * <p>Register it for every path of a port, with {@code routing.any(new CallbackHandler(callbacks))}: Helidon would route by a
 * decoded and normalized path. A callback is handled on the virtual thread of its request. Helidon limits neither
 * connections, requests nor their time unless you configure it.
 */
public final class CallbackHandler implements Handler {
    private static final byte[] NO_BODY = {};
    private static final int UNAUTHORIZED = 401;

    private final WalletCallbacks callbacks;
    private final Recorder recorder;

    /** Receives callbacks with their responses, before these are sent. */
    public interface Recorder {
        /** Records a callback and its response. */
        default void record(CallbackRequest request, CallbackResponse response) {}

        /** Records a callback that was rejected before its body was read. */
        default void recordHead(CallbackRequest head, CallbackResponse response) {}
    }

    /** Creates a handler for these callbacks. */
    public CallbackHandler(WalletCallbacks callbacks) {
        this(callbacks, new Recorder() {});
    }

    /** Creates a handler for these callbacks that records them. */
    public CallbackHandler(WalletCallbacks callbacks, Recorder recorder) {
        this.callbacks = callbacks;
        this.recorder = recorder;
    }

    /** Answers a callback. */
    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        var head = head(request);
        if (!request.content().hasEntity()) {
            handle(head, response);
            return;
        }
        var length = request.headers().contentLength().orElse(WalletCallbacks.UNKNOWN_LENGTH);
        if (length >= 0 && length <= arrived()) {
            // The body has already arrived, so a rejection can be diagnosed from the whole request.
            handle(head.withBody(body(request, length)), response);
            return;
        }
        var rejection = callbacks.rejectByHeaders(head, length);
        if (rejection.isPresent()) {
            recorder.recordHead(head, rejection.get());
            send(head, rejection.get(), response);
            return;
        }
        handle(head.withBody(body(request, length)), response);
    }

    private void handle(CallbackRequest request, ServerResponse response) {
        var answer = callbacks.handle(request);
        recorder.record(request, answer);
        send(request, answer, response);
    }

    private static CallbackRequest head(ServerRequest request) {
        var path = request.prologue().uriPath().rawPath();
        var query = request.prologue().query();
        return CallbackRequest.of(
                request.prologue().method().text(),
                query.isEmpty() ? path : path + "?" + query.rawValue(),
                name -> values(request, name),
                NO_BODY,
                remoteAddress(request));
    }

    private static List<String> values(ServerRequest request, String header) {
        var name = HeaderNames.create(header);
        return request.headers().contains(name) ? request.headers().get(name).allValues() : List.of();
    }

    /** Returns how many bytes of the body have arrived, as far as the server counts them. */
    private static int arrived() {
        return WatchedConnection.current().map(WatchedConnection::arrived).orElse(0);
    }

    private static boolean isGuarded() {
        return WatchedConnection.current().isPresent();
    }

    private static InetAddress remoteAddress(ServerRequest request) {
        return WatchedConnection.current()
                .map(WatchedConnection::remoteAddress)
                .orElseGet(() -> ((InetSocketAddress) request.remotePeer().address()).getAddress());
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
        } catch (RuntimeException e) {
            if (isGuarded()) {
                throw e; // the guard knows what to answer
            }
            // Helidon would answer 500, and read the rest of a malformed body as the next request.
            throw new CloseConnectionException("the body is malformed", e);
        }
    }

    /** Sends a response, and closes the connection after a 401, because its sender could keep it open otherwise. */
    private static void send(CallbackRequest request, CallbackResponse answer, ServerResponse response) {
        response.status(Status.create(answer.status()));
        if (answer.status() == UNAUTHORIZED) {
            response.header(HeaderValues.CONNECTION_CLOSE);
        }
        for (Map.Entry<String, String> header : answer.headers().entrySet()) {
            response.header(HeaderNames.create(header.getKey()), header.getValue());
        }
        if (request.signedRequest().method().equals("HEAD") && !isGuarded()) {
            response.send(); // Helidon would send the body, which the client takes for the next response
        } else {
            response.send(answer.body());
        }
    }
}
