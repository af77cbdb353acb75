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
 * The wallet callbacks in any servlet container: hands over what arrived, sends what it is given.
 *
 * <p>Mount it at {@code /wallet/*}, and let the prefix that {@link WalletCallbacks} is told begin with the context path
 * (SIG-3). No filter before it may read the body, as {@code getParameter} does on a form. An id may hold a slash, which
 * the path of the lookup has escaped (WAL-12): containers refuse that until told otherwise, Tomcat by
 * {@code encodedSolidusHandling="passthrough"} on its connector.
 */
public final class CallbackServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient WalletCallbacks callbacks;

    /** Answers by these callbacks. */
    public CallbackServlet(WalletCallbacks callbacks) {
        this.callbacks = callbacks;
    }

    /** Whatever the method: which one a path takes is the callbacks' affair. */
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var answer = callbacks.handle(arrived(request));
        response.setStatus(answer.status());
        answer.headers().forEach(response::setHeader);
        response.setContentLength(answer.body().length);
        response.getOutputStream().write(answer.body());
    }

    private static CallbackRequest arrived(HttpServletRequest request) throws IOException {
        var received = new ReceivedRequest(
                request.getMethod(),
                // Path and query as they were sent: getPathInfo and getParameter are decoded (SIG-3, SIG-6).
                request.getRequestURI(),
                request.getQueryString(),
                all(request, "X-Svc-Timestamp"),
                all(request, "X-Svc-Signature"),
                // One byte more than allowed is enough to be told that it is too much.
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
