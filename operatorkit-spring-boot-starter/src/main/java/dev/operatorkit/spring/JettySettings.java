package dev.operatorkit.spring;

import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;

/** Sets up Jetty for callbacks, in the same way on Spring Boot 3 and 4. */
final class JettySettings {
    /** Lists what an escaped id in the path of the lookup may look like to Jetty (WAL-12). */
    private static final Violation[] OF_IDS = {
        Violation.AMBIGUOUS_PATH_SEGMENT,
        Violation.AMBIGUOUS_EMPTY_SEGMENT,
        Violation.AMBIGUOUS_PATH_SEPARATOR,
        Violation.AMBIGUOUS_PATH_PARAMETER,
        Violation.AMBIGUOUS_PATH_ENCODING,
        Violation.SUSPICIOUS_PATH_CHARACTERS
    };

    private final CallbackPath callbacks;

    JettySettings(CallbackPath callbacks) {
        this.callbacks = callbacks;
    }

    /** Lets the server accept every callback, and judges all other paths as it did before. */
    void acceptCallbacks(Server server) {
        for (var connector : server.getConnectors()) {
            connector.getConnectionFactories().stream()
                    .filter(HttpConfiguration.ConnectionFactory.class::isInstance)
                    .map(factory -> ((HttpConfiguration.ConnectionFactory) factory).getHttpConfiguration())
                    .distinct()
                    .forEach(this::acceptCallbacks);
        }
    }

    private void acceptCallbacks(HttpConfiguration http) {
        var before = http.getUriCompliance();
        http.setUriCompliance(before.with("CALLBACKS", OF_IDS));
        http.setRequestHeaderSize(Math.max(http.getRequestHeaderSize(), CallbackPath.HEAD_BYTES));
        // First, before the customizer that replaces remote addresses.
        http.getCustomizers().add(0, (request, headers) -> check(before, request));
    }

    private Request check(UriCompliance before, Request request) {
        var uri = request.getHttpURI();
        var path = uri.getPath();
        if (path != null && callbacks.includes(path)) {
            request.setAttribute(
                    Connection.ATTRIBUTE,
                    new Connection(
                            Request.getRemoteAddr(request), request.getHeaders().getValuesList("X-Forwarded-For")));
        } else {
            var violation = UriCompliance.checkUriCompliance(before, uri, null);
            if (violation != null) {
                throw new BadMessageException(violation);
            }
        }
        return request;
    }
}
