package dev.operatorkit.reference.http;

import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.WalletCallbacks;
import io.helidon.http.BadRequestException;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.RequestException;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands over what arrived and sends back what it is given. Decides nothing but for whose body it waits. */
public final class CallbackRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(CallbackRoutes.class);
    private static final HeaderName TIMESTAMP = HeaderNames.create("X-Svc-Timestamp");
    private static final HeaderName SIGNATURE = HeaderNames.create("X-Svc-Signature");
    private static final byte[] NOTHING = {};
    private static final int UNAUTHORIZED = 401;
    private static final int SHARE_OF_BODIES = 2;
    private static final int SHARE_OF_ONE_SOURCE = 4;

    private final Callbacks callbacks;
    private final BodiesInFlight bodies;
    private final ThrottledLog broken = new ThrottledLog(LOG, "a body did not arrive");

    private CallbackRoutes(Callbacks callbacks, int atOnce) {
        this.callbacks = callbacks;
        this.bodies = new BodiesInFlight(
                Math.max(1, atOnce / SHARE_OF_BODIES), Math.max(1, atOnce / SHARE_OF_ONE_SOURCE), OpenConnection::cut);
    }

    /** The callbacks as an adapter needs them. */
    public interface Callbacks {
        /** Returns the address that it comes from, behind proxies that are trusted. */
        InetAddress source(CallbackRequest head);

        /** Rejects a callback whose body has not arrived yet; empty when it has to be waited for. */
        Optional<CallbackResponse> rejectByHead(CallbackRequest head, long bodyLength);

        /** Answers a callback. */
        CallbackResponse handle(CallbackRequest request);
    }

    /**
     * Every path, since Helidon would route on a decoded and normalised one (fault matrix S13).
     *
     * @param atOnce how many requests may be in hand; half of them may wait for a body, a quarter for those of one source
     */
    public static void routing(HttpRouting.Builder routes, Callbacks callbacks, int atOnce) {
        var adapter = new CallbackRoutes(callbacks, atOnce);
        routes.any("/*", adapter::answer);
        routes.any("/", adapter::answer);
    }

    private void answer(ServerRequest request, ServerResponse response) {
        var head = toRequest(request, NOTHING);
        if (!request.content().hasEntity()) {
            send(response, callbacks.handle(head));
            return;
        }
        var length = request.headers().contentLength().orElse(WalletCallbacks.UNKNOWN_LENGTH);
        var connection = connection();
        if (length >= 0 && length <= connection.arrived()) {
            // It is here already and costs no waiting; a rejection can then be diagnosed from the whole of it.
            send(response, callbacks.handle(toRequest(request, body(request, length))));
            return;
        }
        var rejection = callbacks.rejectByHead(head, length);
        if (rejection.isPresent()) {
            connection.leaveBody();
            response.header(HeaderValues.CONNECTION_CLOSE);
            send(response, rejection.get());
            return;
        }
        var source = callbacks.source(head);
        byte[] body;
        bodies.add(source, connection.open());
        try {
            body = body(request, length);
        } finally {
            bodies.remove(source, connection.open());
        }
        send(response, callbacks.handle(toRequest(request, body)));
    }

    private static CallbackRequest toRequest(ServerRequest request, byte[] body) {
        var target = request.prologue().uriPath();
        var query = request.prologue().query();
        var received = new ReceivedRequest(
                request.prologue().method().text(),
                target.rawPath(),
                query.isEmpty() ? null : query.rawValue(),
                values(request, TIMESTAMP),
                values(request, SIGNATURE),
                body);
        var contentType = values(request, HeaderNames.CONTENT_TYPE);
        return new CallbackRequest(
                received,
                contentType.isEmpty() ? null : contentType.getFirst(),
                peer(),
                values(request, HeaderNames.X_FORWARDED_FOR));
    }

    private static List<String> values(ServerRequest request, HeaderName name) {
        return request.headers().contains(name) ? request.headers().get(name).allValues() : List.of();
    }

    /** As it was when the connection was accepted: the socket itself no longer knows once it is cut. */
    private static InetAddress peer() {
        return connection().open().remote().getAddress();
    }

    private static WatchedConnection connection() {
        return WatchedConnection.current().orElseThrow();
    }

    /** One byte more than is allowed is enough to know that it is too much (D-36). */
    private byte[] body(ServerRequest request, long announced) {
        var most = WalletCallbacks.MAX_BODY_BYTES + 1;
        try {
            var in = request.content().inputStream();
            var body = in.readNBytes(announced < 0 ? most : (int) Math.min(announced, most));
            in.close(); // takes in the rest, which is waited for in vain where the framing is broken
            return body;
        } catch (NumberFormatException e) {
            throw new BadRequestException("the size of a chunk is no number", e); // fault matrix H1
        } catch (BadRequestException | RequestException | CloseConnectionException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // Cut, reset or ended too soon: there is nobody to answer, and strangers can have this as often as they
            // like.
            broken.warn(peer().getHostAddress() + " closed the connection or was cut");
            throw new CloseConnectionException("the body did not arrive", e);
        }
    }

    /** Who is rejected is hung up on: a stranger that may stay can hold a connection for nothing. */
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
