package dev.operatorkit.examples;

import dev.operatorkit.signing.ReceivedRequest;
import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.WalletCallbacks;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Collections;
import java.util.List;

/**
 * Serves the wallet callbacks in any servlet container. It passes the raw request on and sends the response unchanged.
 *
 * <p>Map it to {@code /wallet/*}, and start the path prefix of {@link WalletCallbacks} with the context path (SIG-3). No
 * filter in front of it may read the body, as {@code getParameter} does with a form. An id may contain a slash, which is
 * escaped in the path of the lookup (WAL-12). Containers reject an escaped slash by default; Tomcat accepts it with
 * {@code encodedSolidusHandling="passthrough"} on its connector.
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
        var result = callbacks.handle(toCallback(request));
        response.setStatus(result.status());
        result.headers().forEach(response::setHeader);
        response.setContentLength(result.body().length);
        response.getOutputStream().write(result.body());
    }

    private static CallbackRequest toCallback(HttpServletRequest request) throws IOException {
        var received = new ReceivedRequest(
                request.getMethod(),
                // The raw path and query are signed; getPathInfo and getParameter are decoded (SIG-3, SIG-6).
                request.getRequestURI(),
                request.getQueryString(),
                all(request, "X-Svc-Timestamp"),
                all(request, "X-Svc-Signature"),
                // One byte over the limit is enough for the callbacks to detect a body that is too large.
                request.getInputStream().readNBytes(WalletCallbacks.MAX_BODY_BYTES + 1));
        return new CallbackRequest(
                received,
                request.getContentType(),
                InetAddress.getByName(request.getRemoteAddr()),
                all(request, "X-Forwarded-For"));
    }

    private static List<String> all(HttpServletRequest request, String header) {
        return Collections.list(request.getHeaders(header));
    }
}
