package dev.operatorkit.simulator.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.operatorkit.http.guard.ThrottledLog;
import dev.operatorkit.http.guard.WatchedConnection;
import dev.operatorkit.json.Json;
import dev.operatorkit.wire.ErrorMessage;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Handles one route of the admin API: returns JSON, or 400 or 404 with a message (GEN-7). */
interface AdminRoute {
    ObjectMapper JSON = new ObjectMapper();
    ThrottledLog FAILED = new ThrottledLog(LoggerFactory.getLogger(AdminRoute.class), "a request failed");

    JsonNode answer(ServerRequest request) throws IOException;

    static Handler of(AdminRoute route) {
        return (request, response) -> {
            try {
                send(response, 200, JSON.writeValueAsBytes(route.answer(request)));
            } catch (NoSuchElementException e) {
                error(response, 404, e);
            } catch (IllegalArgumentException | IOException e) {
                error(response, 400, e);
            } catch (RuntimeException e) {
                // A body that its sender did not complete, or that the stop of the simulator cut, is not an error of
                // the route.
                WatchedConnection.current().flatMap(WatchedConnection::failure).ifPresent(lost -> {
                    throw lost;
                });
                FAILED.warn(request.prologue().method(), e);
                error(response, 500, "internal error");
            }
        };
    }

    static String path(ServerRequest request, String name) {
        return request.path().pathParameters().get(name);
    }

    /** Returns a query parameter, or null if it is absent or empty. */
    static @Nullable String text(ServerRequest request, String name) {
        return request.query()
                .first(name)
                .asOptional()
                .filter(value -> !value.isEmpty())
                .orElse(null);
    }

    static long number(ServerRequest request, String name, long otherwise) {
        var text = text(request, name);
        return text == null ? otherwise : integer(name, text);
    }

    /** Parses a number, or throws an IllegalArgumentException that names it. */
    static long integer(String name, String text) {
        if (!text.matches("\\d{1,9}")) {
            throw new IllegalArgumentException(
                    "'" + name + "' must be a whole number from 0 to 999999999, not '" + text + "'.");
        }
        return Long.parseLong(text);
    }

    static void error(ServerResponse response, int status, Exception e) {
        error(response, status, String.valueOf(e.getMessage()));
    }

    private static void error(ServerResponse response, int status, String why) {
        send(response, status, Json.write(new ErrorMessage(why)));
    }

    private static void send(ServerResponse response, int status, byte[] body) {
        response.status(Status.create(status))
                .header(HeaderNames.CONTENT_TYPE, "application/json")
                .header(HeaderNames.CACHE_CONTROL, "no-store")
                .send(body);
    }
}
