package dev.operatorkit.simulator.http;

import dev.operatorkit.json.Json;
import dev.operatorkit.wire.ErrorMessage;
import io.helidon.http.HeaderName;
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
 * Collects the routes behind one guard. Access to a route depends only on the table in which it is registered: each
 * handler calls the guard itself, so no spelling of a path bypasses it.
 */
public final class Routes {
    /** Marks requests of htmx, which report a refusal on the page that sent them. */
    private static final HeaderName BY_SCRIPT = HeaderNames.create("HX-Request");

    private final Guard guard;
    private final List<Route> routes = new ArrayList<>();
    private final Map<String, Handler> trees = new LinkedHashMap<>();
    private final Map<Class<? extends Throwable>, ErrorHandler<Throwable>> errors = new LinkedHashMap<>();
    private @Nullable Handler missing;
    private @Nullable RefusalPage refusalPage;

    /** Answers a browser whose request the guard refused. */
    @FunctionalInterface
    public interface RefusalPage {
        /** Sends the page. It must not contain anything that the guard protects. */
        void send(ServerRequest request, ServerResponse response, Guard.Refusal refusal);
    }

    /** Creates an empty table behind this guard. */
    public Routes(Guard guard) {
        this.guard = guard;
    }

    /**
     * Holds one route; a GET route also responds to HEAD.
     *
     * @param path the pattern, with {@code {…}} for a segment
     */
    public record Route(Method method, String path, Handler handler) {}

    /** Returns the routes in the order of their registration. */
    public List<Route> all() {
        return List.copyOf(routes);
    }

    /** Returns the prefixes below which a single handler does all routing, by the raw path. */
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
     * Registers a handler for every request whose raw path begins with this prefix. The handler routes only by that raw
     * path (D-40), before it is checked or decoded; no guard is called, and no other route sees the request.
     */
    public Routes tree(String prefix, Handler handler) {
        trees.put(prefix, handler);
        return this;
    }

    /** Registers a handler for an exception that a handler of this table throws; the closest superclass is used. */
    @SuppressWarnings("unchecked") // the handler is called only with instances of this class
    public <E extends Throwable> Routes error(Class<E> failure, ErrorHandler<? super E> handler) {
        errors.put(failure, (ErrorHandler<Throwable>) handler);
        return this;
    }

    /** Registers a page for refused requests of a browser itself; scripts and other programs get JSON. */
    public Routes refused(RefusalPage page) {
        refusalPage = page;
        return this;
    }

    /** Registers a handler for paths without a route, behind the guard. */
    public Routes missing(Handler handler) {
        missing = handler;
        return this;
    }

    /** Adds the prefix handlers to Helidon's routing; they come first. */
    public void addTrees(HttpRouting.Builder routing) {
        trees.forEach((prefix, handler) -> routing.any((request, response) -> {
            if (request.prologue().uriPath().rawPath().startsWith(prefix)) {
                handler.handle(request, bodiless(request, response));
            } else {
                response.next();
            }
        }));
    }

    /** Adds the routes to Helidon's routing; each calls the guard itself. */
    public void addRoutes(HttpRouting.Builder routing) {
        for (var route : routes) {
            var built = HttpRoute.builder().path(route.path()).handler(guarded(route.handler()));
            routing.route(
                    route.method().equals(Method.GET)
                            ? built.methods(Method.GET, Method.HEAD)
                            : built.methods(route.method()));
        }
    }

    /** Adds the handler for paths without a route; it comes last. */
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

    /**
     * Responds to an exception of a handler, if the handler's table has registered one for it; returns false if not.
     */
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

    /** Returns a response that omits the body if the request is a HEAD. */
    public static ServerResponse bodiless(ServerRequest request, ServerResponse response) {
        return request.prologue().method().equals(Method.HEAD) ? new HeadResponse(response) : response;
    }

    private Handler guarded(Handler handler) {
        return (request, response) -> {
            var own = bodiless(request, response);
            var refusal = guard.judge(request);
            var page = refusalPage;
            if (refusal.isPresent() && page != null && isOfBrowserItself(request)) {
                page.send(request, own, refusal.get());
            } else if (refusal.isPresent()) {
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

    private static boolean isOfBrowserItself(ServerRequest request) {
        return request.headers().first(HeaderNames.ACCEPT).orElse("").startsWith("text/html")
                && !request.headers().contains(BY_SCRIPT);
    }
}
