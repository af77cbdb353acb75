package dev.operatorkit.simulator.http;

import dev.operatorkit.json.Json;
import dev.operatorkit.wire.ErrorMessage;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.ErrorHandler;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRoute;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects routes that stand behind one guard. A route is as open as the table it was registered in, whatever its path looks
 * like: the guard is asked by the handler itself, so that no spelling of a path leads past it.
 */
public final class Routes {
    private final Guard guard;
    private final List<Route> routes = new ArrayList<>();
    private final Map<String, Handler> trees = new LinkedHashMap<>();
    private final Map<Class<? extends Throwable>, ErrorHandler<Throwable>> errors = new LinkedHashMap<>();
    private @Nullable Handler missing;

    /** Makes an empty table behind that guard. */
    public Routes(Guard guard) {
        this.guard = guard;
    }

    /**
     * One route; a GET answers HEAD too.
     *
     * @param path the pattern, with {@code {…}} for a segment
     */
    public record Route(Method method, String path, Handler handler) {}

    /** Returns the routes in the order of their registration. */
    public List<Route> all() {
        return List.copyOf(routes);
    }

    /** Returns the prefixes below which a handler of its own does all routing, by the path as on the wire. */
    public List<String> trees() {
        return List.copyOf(trees.keySet());
    }

    /** Registers a route for GET and HEAD. */
    public Routes get(String path, Handler handler) {
        return route(Method.GET, path, handler);
    }

    /** Registers a route for POST. */
    public Routes post(String path, Handler handler) {
        return route(Method.POST, path, handler);
    }

    /** Registers a route for PUT. */
    public Routes put(String path, Handler handler) {
        return route(Method.PUT, path, handler);
    }

    /** Registers a route for DELETE. */
    public Routes delete(String path, Handler handler) {
        return route(Method.DELETE, path, handler);
    }

    private Routes route(Method method, String path, Handler handler) {
        routes.add(new Route(method, path, handler));
        return this;
    }

    /**
     * Registers a handler for every request whose raw path begins so. It judges and routes by that raw path alone (D-40),
     * sees it before it is checked or decoded, asks no guard and passes nothing on.
     */
    public Routes tree(String prefix, Handler handler) {
        trees.put(prefix, handler);
        return this;
    }

    /** Registers what answers when a handler of this table fails so; the nearest class of the exception counts. */
    @SuppressWarnings("unchecked") // it is only ever given what is an instance of that class
    public <E extends Throwable> Routes error(Class<E> failure, ErrorHandler<? super E> handler) {
        errors.put(failure, (ErrorHandler<Throwable>) handler);
        return this;
    }

    /** Registers what answers, to those whom the guard lets in, at a path that no route has. */
    public Routes missing(Handler handler) {
        missing = handler;
        return this;
    }

    /** Adds the trees to Helidon's routing; they come first. */
    public void addTrees(HttpRouting.Builder routing) {
        trees.forEach((prefix, handler) -> routing.any((request, response) -> {
            if (request.prologue().uriPath().rawPath().startsWith(prefix)) {
                handler.handle(request, bodiless(request, response));
            } else {
                response.next();
            }
        }));
    }

    /** Adds the routes to Helidon's routing, each asking the guard itself. */
    public void addRoutes(HttpRouting.Builder routing) {
        for (var route : routes) {
            var built = HttpRoute.builder().path(route.path()).handler(guarded(route.handler()));
            routing.route(
                    route.method().equals(Method.GET)
                            ? built.methods(Method.GET, Method.HEAD)
                            : built.methods(route.method()));
        }
    }

    /** Adds what answers where there is no route; it comes last. */
    public void addMissing(HttpRouting.Builder routing) {
        var page = missing;
        if (page != null) {
            routing.any((request, response) -> {
                if (guard.judge(request).isEmpty()) {
                    request.context().register(this);
                    page.handle(request, bodiless(request, response));
                } else {
                    response.next();
                }
            });
        }
    }

    /** Answers for a handler that failed, when one of a table did and that table knows how. */
    public static boolean answer(ServerRequest request, ServerResponse response, RuntimeException failure) {
        var table = request.context().get(Routes.class);
        for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
            var handler = table.isPresent() ? table.get().errors.get(type) : null;
            if (handler != null) {
                handler.handle(request, bodiless(request, response), failure);
                return true;
            }
        }
        return false;
    }

    /** Returns a response that leaves out the body where the request is a HEAD. */
    public static ServerResponse bodiless(ServerRequest request, ServerResponse response) {
        return request.prologue().method().equals(Method.HEAD) ? new HeadResponse(response) : response;
    }

    private Handler guarded(Handler handler) {
        return (request, response) -> {
            var own = bodiless(request, response);
            var refusal = guard.judge(request);
            if (refusal.isPresent()) {
                own.status(refusal.get().status())
                        .header(HeaderNames.CONTENT_TYPE, "application/json")
                        .header(HeaderNames.CACHE_CONTROL, "no-store")
                        .send(Json.write(new ErrorMessage(refusal.get().message())));
            } else {
                request.context().register(this);
                handler.handle(request, own);
            }
        };
    }
}
