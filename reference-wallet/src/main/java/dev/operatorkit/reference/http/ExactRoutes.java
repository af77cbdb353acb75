package dev.operatorkit.reference.http;

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
 * Routes by the path exactly as it is on the wire.
 *
 * <p>Helidon decodes a path, drops what follows a {@code ;} and resolves its dots before it routes, so that one route has
 * many spellings and a check of the path may judge another one than is served. Here a route has one spelling, the
 * registered one, and every other path is answered 404.
 */
public final class ExactRoutes {
    private final Map<String, Map<String, Handler>> handlers = new TreeMap<>();

    /**
     * One registered route.
     *
     * @param method such as {@code GET}
     * @param path as it must be on the wire
     */
    public record Route(String method, String path) {}

    /** Serves GET of exactly that path. */
    public void get(String path, Handler handler) {
        add("GET", path, handler);
    }

    /** Serves HEAD of exactly that path. */
    public void head(String path, Handler handler) {
        add("HEAD", path, handler);
    }

    /** Serves POST to exactly that path. */
    public void post(String path, Handler handler) {
        add("POST", path, handler);
    }

    private void add(String method, String path, Handler handler) {
        handlers.computeIfAbsent(path, unused -> new TreeMap<>()).put(method, handler);
    }

    /** Returns all that was registered. */
    public Set<Route> all() {
        return handlers.entrySet().stream()
                .flatMap(path -> path.getValue().keySet().stream().map(method -> new Route(method, path.getKey())))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Puts these routes, and nothing else, on a server. */
    public void addTo(HttpRouting.Builder routing) {
        routing.any(this::dispatch);
    }

    private void dispatch(ServerRequest request, ServerResponse response) throws Exception {
        var methods = handlers.get(request.prologue().uriPath().rawPath());
        if (methods == null) {
            refuse(response, Status.NOT_FOUND_404, "No route has this path. Write it exactly as it is documented.");
            return;
        }
        var handler = methods.get(request.prologue().method().text());
        if (handler == null) {
            var allowed = String.join(", ", methods.keySet());
            response.header(HeaderNames.ALLOW, allowed);
            refuse(response, Status.METHOD_NOT_ALLOWED_405, "This path does not take the method. Use " + allowed + ".");
            return;
        }
        handler.handle(request, response);
    }

    /** Answers a request that goes no further, in the form of every other error (GEN-7). */
    public static void refuse(ServerResponse response, Status status, String message) {
        response.status(status)
                .header(HeaderValues.CONTENT_TYPE_JSON)
                .send(("{\"message\":\"" + message + "\"}").getBytes(StandardCharsets.UTF_8));
    }
}
