package dev.operatorkit.reference.http;

import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.WalletCallbacks;
import io.helidon.http.BadRequestException;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Hands over what arrived and sends back what it is given. Decides nothing. */
public final class CallbackRoutes {
    private static final HeaderName TIMESTAMP = HeaderNames.create("X-Svc-Timestamp");
    private static final HeaderName SIGNATURE = HeaderNames.create("X-Svc-Signature");
    private static final byte[] NOTHING = {};

    private CallbackRoutes() {}

    /** Every path, since Helidon would route on a decoded and normalised one (fault matrix S13). */
    public static void routing(HttpRouting.Builder routes, Function<CallbackRequest, CallbackResponse> callbacks) {
        routes.any("/*", (request, response) -> send(response, callbacks.apply(received(request))));
        routes.any("/", (request, response) -> send(response, callbacks.apply(received(request))));
    }

    private static CallbackRequest received(ServerRequest request) {
        var target = request.prologue().uriPath();
        var query = request.prologue().query();
        var received = new ReceivedRequest(
                request.prologue().method().text(),
                target.rawPath(),
                query.isEmpty() ? null : query.rawValue(),
                values(request, TIMESTAMP),
                values(request, SIGNATURE),
                body(request));
        var contentType = values(request, HeaderNames.CONTENT_TYPE);
        return new CallbackRequest(
                received,
                contentType.isEmpty() ? null : contentType.getFirst(),
                peer(request),
                values(request, HeaderNames.X_FORWARDED_FOR));
    }

    private static List<String> values(ServerRequest request, HeaderName name) {
        return request.headers().contains(name) ? request.headers().get(name).allValues() : List.of();
    }

    private static InetAddress peer(ServerRequest request) {
        return ((InetSocketAddress) request.remotePeer().address()).getAddress();
    }

    /** One byte more than is allowed is enough to know that it is too much (D-36). */
    private static byte[] body(ServerRequest request) {
        if (!request.content().hasEntity()) {
            return NOTHING;
        }
        var announced = request.headers().contentLength().orElse(Long.MAX_VALUE);
        try {
            var in = request.content().inputStream();
            var body = in.readNBytes((int) Math.min(announced, WalletCallbacks.MAX_BODY + 1L));
            in.close(); // takes in the rest, which is waited for in vain where the framing is broken
            return body;
        } catch (NumberFormatException e) {
            throw new BadRequestException("the size of a chunk is no number", e); // fault matrix H1
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void send(ServerResponse response, CallbackResponse answer) {
        response.status(Status.create(answer.status()));
        for (Map.Entry<String, String> header : answer.headers().entrySet()) {
            response.header(HeaderNames.create(header.getKey()), header.getValue());
        }
        response.send(answer.body());
    }
}
