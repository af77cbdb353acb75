package dev.operatorkit.reference.http;

import dev.operatorkit.http.guard.RequestTarget;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Routes by the raw path.
 *
 * <p>Helidon decodes a path, drops everything after a {@code ;} and resolves dot segments before it routes, so one
 * route has many spellings, and a check may see a different path than the one that is served. Here a route has only the
 * registered spelling, and every other path gets 404.
 */
public final class ExactRoutes {
    private final Map<String, Map<String, Handler>> handlers = new TreeMap<>();
    private Handler otherwise = (request, response) ->
            refuse(response, Status.NOT_FOUND_404, "No route has this path. Write it exactly as it is documented.");

    /**
     * Identifies a registered route.
     *
     * @param method the method, such as {@code GET}
     * @param path the path as it must be sent
     */
    public record Route(String method, String path) {}

    /** Registers a handler for GET of exactly this path, and for HEAD, whose response the server sends without its body. */
    public void get(String path, Handler handler) {
        add("GET", path, handler);
    }

    /** Registers a handler for POST to exactly this path. */
    public void post(String path, Handler handler) {
        add("POST", path, handler);
    }

    /** Sets the handler of all other paths, which answers 404. */
    public void otherwise(Handler handler) {
        otherwise = handler;
    }

    private void add(String method, String path, Handler handler) {
        handlers.computeIfAbsent(path, unused -> new TreeMap<>()).put(method, handler);
    }

    /** Returns all registered routes. A route for GET also serves HEAD. */
    public Set<Route> all() {
        return handlers.entrySet().stream()
                .flatMap(path -> path.getValue().keySet().stream().map(method -> new Route(method, path.getKey())))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Adds these routes, and no others, to a server. */
    public void addTo(HttpRouting.Builder routing) {
        routing.any(this::dispatch);
    }

    private void dispatch(ServerRequest request, ServerResponse response) throws Exception {
        var methods = handlers.get(RequestTarget.rawPath(request));
        if (methods == null) {
            otherwise.handle(request, response);
            return;
        }
        var method = request.prologue().method().text();
        var handler = methods.get(method.equals("HEAD") ? "GET" : method);
        if (handler == null) {
            var allowed = String.join(", ", methods.keySet()).replace("GET", "GET, HEAD");
            response.header(HeaderNames.ALLOW, allowed);
            refuse(
                    response,
                    Status.METHOD_NOT_ALLOWED_405,
                    "This path does not accept the method. Use " + allowed + ".");
            return;
        }
        handler.handle(request, response);
    }

    /** Sends an error response in the format of every other error (GEN-7). */
    public static void refuse(ServerResponse response, Status status, String message) {
        response.status(status)
                .header(HeaderValues.CONTENT_TYPE_JSON)
                .send(("{\"message\":\"" + message + "\"}").getBytes(StandardCharsets.UTF_8));
    }
}
