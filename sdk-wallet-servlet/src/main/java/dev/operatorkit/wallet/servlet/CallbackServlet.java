package dev.operatorkit.wallet.servlet;

import dev.operatorkit.wallet.WalletCallbacks;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Serves the wallet callbacks in any container of Jakarta Servlet 5 or newer.
 *
 * <p>Map it to {@code /wallet/*}, and start the path prefix of {@link WalletCallbacks} with the context path (SIG-3). Your
 * container and its filters must not change a request before it:
 *
 * <ul>
 * <li>No filter may read the body, as {@code getParameter} does with a form.
 * <li>An id in the path of the lookup may contain any character, escaped (WAL-12), and containers reject some escapes by
 *     default. Tomcat needs {@code encodedSolidusHandling} and {@code encodedReverseSolidusHandling="passthrough"} on its
 *     connector, Jetty a {@code UriCompliance} and a {@code ServletHandler} that allow ambiguous paths.
 * <li>The head of a request must have room for 32 KiB: the longest token, with each of its characters escaped (D-36).
 * </ul>
 *
 * <p>A callback is answered on the thread of its request, which waits for the database. Asynchronous processing would
 * only move that wait to another thread. Use as many threads as the provider has calls in flight, or virtual threads.
 */
public final class CallbackServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient WalletCallbacks callbacks;

    /** Creates a servlet for these callbacks. */
    public CallbackServlet(WalletCallbacks callbacks) {
        this.callbacks = callbacks;
    }

    /** Handles every method, since the callbacks decide which methods a path supports. */
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ServletCallbacks.answer(callbacks, request, response);
    }
}
