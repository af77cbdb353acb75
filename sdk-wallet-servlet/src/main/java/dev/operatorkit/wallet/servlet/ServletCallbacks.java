package dev.operatorkit.wallet.servlet;

import dev.operatorkit.wallet.CallbackRequest;
import dev.operatorkit.wallet.CallbackResponse;
import dev.operatorkit.wallet.WalletCallbacks;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes the raw request of a servlet or filter to the wallet callbacks, and sends their response unchanged. Thread-safe. */
public final class ServletCallbacks {
    private static final Logger LOG = LoggerFactory.getLogger(ServletCallbacks.class);
    private static final byte[] NO_BODY = {};

    private ServletCallbacks() {}

    /**
     * Answers a callback. A callback whose headers are not accepted is rejected before its body is read. A body that ends
     * early or is malformed is answered with {@code sendError(400)}.
     *
     * @throws IOException if the response cannot be sent
     */
    public static void answer(WalletCallbacks callbacks, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var head = head(request);
        var rejected = callbacks.rejectByHeaders(head, request.getContentLengthLong());
        if (rejected.isPresent()) {
            send(rejected.get(), response);
            return;
        }
        byte[] body;
        try {
            body = body(request);
        } catch (IOException e) {
            LOG.debug("The body of a callback ended early or is malformed, the response is 400", e);
            if (!response.isCommitted()) { // as Tomcat's is, which has answered a malformed body itself
                response.sendError(HttpServletResponse.SC_BAD_REQUEST);
            }
            return;
        }
        send(callbacks.handle(head.withBody(body)), response);
    }

    /**
     * Keeps the address of the connection and the {@code X-Forwarded-For} lines that a request has now, for {@link
     * #answer}. Call it in a valve or handler before your server replaces them: it trusts other proxies than the {@code
     * SourceAllowlist} of the callbacks (D-35).
     */
    public static void keepConnection(HttpServletRequest request) {
        request.setAttribute(ReceivedConnection.ATTRIBUTE, ReceivedConnection.of(request));
    }

    private static CallbackRequest head(HttpServletRequest request) {
        var connection = ReceivedConnection.kept(request);
        var query = request.getQueryString();
        return CallbackRequest.of(
                request.getMethod(),
                // Neither getPathInfo nor getParameter, which are decoded (SIG-3, SIG-6).
                query == null ? request.getRequestURI() : request.getRequestURI() + "?" + query,
                name -> name.equals("X-Forwarded-For") ? connection.forwardedFor() : lines(request, name),
                NO_BODY,
                connection.remoteAddress());
    }

    private static byte[] body(HttpServletRequest request) throws IOException {
        var announced = request.getContentLengthLong();
        // One byte over the limit is enough for the callbacks to detect a body that is too large (D-36).
        var most = announced < 0 ? WalletCallbacks.MAX_BODY_BYTES + 1 : (int) announced;
        return request.getInputStream().readNBytes(most);
    }

    static List<String> lines(HttpServletRequest request, String header) {
        return Collections.list(request.getHeaders(header));
    }

    private static void send(CallbackResponse result, HttpServletResponse response) throws IOException {
        response.setStatus(result.status());
        result.headers().forEach(response::setHeader);
        response.setContentLength(result.body().length);
        response.getOutputStream().write(result.body());
    }
}
