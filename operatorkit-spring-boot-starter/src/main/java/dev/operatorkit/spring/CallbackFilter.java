package dev.operatorkit.spring;

import dev.operatorkit.wallet.WalletCallbacks;
import dev.operatorkit.wallet.servlet.ServletCallbacks;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * Answers every request below the prefix itself, so that no other filter, servlet or controller sees a callback: they
 * could read its body, reject its path or ask for a login (SIG-14). Other requests pass unchanged.
 *
 * <p>The decision depends on the raw path. A path that a container would decode or normalize to the prefix is
 * an ordinary request, and one that leaves the prefix by {@code ..} is a callback with an invalid signature or an
 * unknown path (SIG-3, D-40).
 */
final class CallbackFilter implements Filter {
    private static final byte[] REJECTION =
            "{\"message\":\"the web server could not process the request\"}".getBytes(StandardCharsets.UTF_8);

    private final CallbackPaths paths;
    private final Function<CallbackPath, WalletCallbacks> callbacks;
    private final CallbackObservations observations;

    /**
     * Creates a filter for the callbacks below these paths.
     *
     * @param callbacks is first called by a request, because Spring creates filters before most beans
     */
    CallbackFilter(
            CallbackPaths paths, Function<CallbackPath, WalletCallbacks> callbacks, CallbackObservations observations) {
        this.paths = paths;
        this.callbacks = callbacks;
        this.observations = observations;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var path = request instanceof HttpServletRequest received ? paths.find(rawPath(received)) : null;
        if (path == null || !(response instanceof HttpServletResponse answer)) {
            chain.doFilter(request, response);
        } else if (request.getDispatcherType() == DispatcherType.ERROR) {
            sendRejection(answer);
        } else {
            var callback = (HttpServletRequest) request;
            observations.observe(
                    path, callback, answer, () -> ServletCallbacks.answer(callbacks.apply(path), callback, answer));
        }
    }

    /** Returns the raw path, even of a request that was dispatched to the error page. */
    private static String rawPath(HttpServletRequest request) {
        return request.getDispatcherType() == DispatcherType.ERROR
                        && request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String failed
                ? failed
                : request.getRequestURI();
    }

    /** Answers a callback that the web server rejected: the application's error page would change its status and body. */
    private static void sendRejection(HttpServletResponse response) throws IOException {
        response.setContentType("application/json");
        response.setContentLength(REJECTION.length);
        response.getOutputStream().write(REJECTION);
    }
}
