package dev.operatorkit.spring;

import dev.operatorkit.wallet.servlet.ServletCallbacks;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.jspecify.annotations.Nullable;

/** Sets up Tomcat for callbacks, in the same way on Spring Boot 3 and 4, which differ only in the package of the customizers. */
final class TomcatSettings {
    private static final Pattern ENCODED_SLASH = Pattern.compile("%2f|%5c", Pattern.CASE_INSENSITIVE);

    private final CallbackPaths callbacks;
    private volatile boolean encodedSlashesWereRejected;

    TomcatSettings(CallbackPaths callbacks) {
        this.callbacks = callbacks;
    }

    /**
     * Lets a connector accept every callback: an id in the path of the lookup may contain an escaped slash or backslash
     * (WAL-12). Leaves them alone if the application has decided how to treat slashes.
     */
    void acceptCallbacks(Connector connector) {
        if (EncodedSolidusHandling.fromString(connector.getEncodedSolidusHandling()) == EncodedSolidusHandling.REJECT) {
            connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
            connector.setEncodedReverseSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
            encodedSlashesWereRejected = true;
        }
        if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
            http.setMaxHttpRequestHeaderSize(Math.max(http.getMaxHttpRequestHeaderSize(), CallbackPath.HEAD_BYTES));
        }
    }

    /**
     * Returns a valve that remembers the connection before {@code RemoteIpValve} replaces its address, and that rejects
     * escaped slashes elsewhere as Tomcat did before, since the connector has one setting for all paths.
     */
    Valve valve() {
        return new CallbackValve();
    }

    /** Returns true for an escaped slash outside the prefix. There is no path if Tomcat could not read it. */
    private boolean mustReject(@Nullable String rawPath) {
        return encodedSlashesWereRejected
                && rawPath != null
                && callbacks.find(rawPath) == null
                && ENCODED_SLASH.matcher(rawPath).find();
    }

    private final class CallbackValve extends ValveBase {
        CallbackValve() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            if (mustReject(request.getRequestURI())) {
                response.sendError(HttpServletResponse.SC_BAD_REQUEST);
                return;
            }
            ServletCallbacks.keepConnection(request);
            getNext().invoke(request, response);
        }
    }
}
