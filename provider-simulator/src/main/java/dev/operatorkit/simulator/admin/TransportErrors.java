package dev.operatorkit.simulator.admin;

import dev.operatorkit.http.guard.RejectionMessages;
import dev.operatorkit.json.Json;
import dev.operatorkit.simulator.catalogue.Representation;
import dev.operatorkit.simulator.http.BrowserHeaders;
import dev.operatorkit.wire.ErrorMessage;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Creates the responses to input that never becomes a request, in the format of every other error (GEN-7, CAC-1). */
final class TransportErrors implements DirectHandler {
    private static final String API = "/api/";

    private final Clock systemClock;

    TransportErrors(Clock systemClock) {
        this.systemClock = systemClock;
    }

    /** Sends the response to a request without a route, in the same format. */
    static void send(ServerRequest request, ServerResponse response, Status status, Clock systemClock, String message) {
        var content = new Representation(Json.write(new ErrorMessage(message)), systemClock.instant());
        response.status(status)
                .header(HeaderNames.CONTENT_TYPE, "application/json")
                .header(HeaderNames.ETAG, content.etag())
                .header(HeaderNames.LAST_MODIFIED, content.httpDate())
                .header(
                        HeaderNames.CACHE_CONTROL,
                        caching(request.prologue().uriPath().rawPath()))
                .send(content.body());
    }

    /** Responses of the Customer API may be cached (CAC-1), those of pages and other paths may not. */
    private static String caching(String path) {
        return path.startsWith("/") && !path.startsWith(API) ? "no-store" : "public, max-age=300";
    }

    @Override
    public TransportResponse handle(
            TransportRequest request,
            EventType event,
            Status status,
            ServerResponseHeaders headers,
            @Nullable String message) {
        // An error before the method is known is the sender's: the request line is unreadable.
        var malformed = event == EventType.INTERNAL_ERROR && request.method().isEmpty();
        var sent = malformed ? Status.BAD_REQUEST_400 : status;
        var description = RejectionMessages.find(sent)
                .orElseGet(() -> describeOther(malformed ? EventType.BAD_REQUEST : event, sent, message));
        var content = new Representation(Json.write(new ErrorMessage(description)), systemClock.instant());
        BrowserHeaders.ALL.forEach(headers::set);
        return TransportResponse.builder()
                .status(sent)
                .headers(headers)
                .keepAlive(false)
                .header(HeaderNames.CONTENT_TYPE, "application/json")
                .header(HeaderNames.ETAG, content.etag())
                .header(HeaderNames.LAST_MODIFIED, content.httpDate())
                .header(HeaderNames.CACHE_CONTROL, caching(request.path()))
                .entity(content.body())
                .build();
    }

    private static String describeOther(EventType event, Status status, @Nullable String message) {
        if (event == EventType.BAD_REQUEST) {
            return "the request line, the query, a header or the framing of the body is malformed";
        }
        return message == null || message.isBlank() ? status.reasonPhrase() : message;
    }
}
