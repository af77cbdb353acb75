package dev.operatorkit.simulator.http;

import dev.operatorkit.http.guard.WatchedConnection;
import dev.operatorkit.json.Json;
import dev.operatorkit.wire.ErrorMessage;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.PathMatchers;
import io.helidon.http.Status;
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
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Collects the routes behind one guard. Access to a route depends only on the table in which it is registered: each
 * handler calls the guard itself, so no spelling of a path bypasses it.
 */
public final class Routes {
    /** Marks requests of htmx, which report a refusal on the page that sent them. */
    private static final HeaderName BY_SCRIPT = HeaderNames.create("HX-Request");

    /** Tells htmx which address to show. */
    private static final HeaderName SHOWN_ADDRESS = HeaderNames.create("HX-Push-Url");

    private final Guard guard;
    private final List<Route> routes = new ArrayList<>();
    private final Map<String, Handler> trees = new LinkedHashMap<>();
    private final Map<Class<? extends Throwable>, ErrorHandler<Throwable>> errors = new LinkedHashMap<>();
    private @Nullable Handler missing;
    private @Nullable BiConsumer<ServerResponse, String> refused;

    public Routes(Guard guard) {
        this.guard = guard;
    }

    /**
     * Holds one route; a GET route also responds to HEAD.
     *
     * @param path the pattern, with {@code {…}} for a segment
     */
    public record Route(Method method, String path, Handler handler) {}

    public List<Route> all() {
        return List.copyOf(routes);
    }

    public Routes get(String path, Handler handler) {
        return route(Method.GET, path, handler);
    }

    /** Registers a route for GET whose response does not end; one to HEAD has only its headers. */
    public Routes stream(String path, Handler handler) {
        return route(Method.GET, path, (request, response) -> {
            if (request.prologue().method().equals(Method.HEAD)) {
                WatchedConnection.current().ifPresent(WatchedConnection::omitLength);
                response.header(HeaderNames.CONTENT_TYPE, "text/event-stream")
                        .header(HeaderNames.CACHE_CONTROL, "no-store")
                        .send();
            } else {
                handler.handle(request, response);
            }
        });
    }

    public Routes post(String path, Handler handler) {
        return route(Method.POST, path, handler);
    }

    /** Registers a route for a method; one for GET also responds to HEAD. */
    public Routes route(Method method, String path, Handler handler) {
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

    /** Registers a handler for paths without a route, behind the guard. */
    public Routes missing(Handler handler) {
        missing = handler;
        return this;
    }

    /** Registers the page that shows a browser why the guard refused its request. */
    public Routes refused(BiConsumer<ServerResponse, String> page) {
        refused = page;
        return this;
    }

    /** Answers a request that may not pass: a browser that opens a page gets a page, and a program JSON. */
    public void refuse(ServerRequest request, ServerResponse response, Guard.Refusal refusal) {
        response.status(refusal.status());
        var page = refused;
        if (page != null
                && request.headers().first(HeaderNames.ACCEPT).orElse("").contains("text/html")) {
            page.accept(response, refusal.message());
        } else {
            sendJson(response, refusal.message());
        }
    }

    /** Adds the prefix handlers to Helidon's routing; they come first. */
    public void addTrees(HttpRouting.Builder routing) {
        trees.forEach((prefix, handler) -> routing.any((request, response) -> {
            if (request.prologue().uriPath().rawPath().startsWith(prefix)) {
                handler.handle(request, response);
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

    /** Adds the handler for paths without a route, and for methods that a path does not have; it comes last. */
    public void addMissing(HttpRouting.Builder routing) {
        var page = missing;
        if (page == null) {
            return;
        }
        // A route for every path below another answers only that there is nothing.
        var matchers = routes.stream()
                .filter(route -> !route.path().contains("{+"))
                .map(route -> Map.entry(route, PathMatchers.create(route.path())))
                .toList();
        routing.any((request, response) -> {
            var allowed = matchers.stream()
                    .filter(each ->
                            each.getValue().match(request.prologue().uriPath()).accepted())
                    .map(each -> each.getKey().method())
                    .flatMap(method -> method.equals(Method.GET) ? Stream.of(method, Method.HEAD) : Stream.of(method))
                    .map(Method::text)
                    .distinct()
                    .collect(Collectors.joining(", "));
            if (allowed.isEmpty() || guard.judgeCaller(request).isPresent()) {
                response.next();
            } else {
                response.status(Status.METHOD_NOT_ALLOWED_405).header(HeaderNames.ALLOW, allowed);
                sendJson(
                        response,
                        "This path has no " + request.prologue().method() + ". Send one of: " + allowed + ".");
            }
        });
        routing.any((request, response) -> {
            if (guard.judge(request).isEmpty()) {
                request.context().register(this);
                page.handle(request, response);
            } else {
                response.next();
            }
        });
    }

    /**
     * Responds to an exception of a handler, if the handler's table has registered one for it; returns false if not.
     */
    public static boolean answer(ServerRequest request, ServerResponse response, RuntimeException failure) {
        var table = request.context().get(Routes.class);
        for (Class<?> type = failure.getClass(); type != null; type = type.getSuperclass()) {
            var handler = table.isPresent() ? table.get().errors.get(type) : null;
            if (handler != null) {
                handler.handle(request, response, failure);
                return true;
            }
        }
        return false;
    }

    private Handler guarded(Handler handler) {
        return (request, response) -> {
            var refusal = guard.judge(request);
            if (refusal.isEmpty()) {
                request.context().register(this);
                if (request.headers().contains(BY_SCRIPT)
                        && request.prologue().method().equals(Method.POST)) {
                    // A form that is shown again stays under the address of its page, which can be loaded again.
                    response.header(SHOWN_ADDRESS, "false");
                }
                handler.handle(request, response);
            } else {
                refuse(request, response, refusal.get());
            }
        };
    }

    private static void sendJson(ServerResponse response, String message) {
        response.header(HeaderNames.CONTENT_TYPE, "application/json")
                .header(HeaderNames.CACHE_CONTROL, "no-store")
                .send(Json.write(new ErrorMessage(message)));
    }
}
