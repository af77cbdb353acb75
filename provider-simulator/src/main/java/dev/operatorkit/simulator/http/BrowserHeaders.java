package dev.operatorkit.simulator.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.List;

/**
 * Tells browsers on every response to guess no type, to show nothing of it inside a page of another site, and to tell other
 * sites nothing of its address, which may be a launch URL. A page's own policy takes the place of this one.
 */
public final class BrowserHeaders implements Filter {
    /** The headers, for responses that no route makes. */
    public static final List<Header> ALL = List.of(
            HeaderValues.createCached(HeaderNames.create("X-Content-Type-Options"), "nosniff"),
            // Not no-referrer: browsers then send "Origin: null" with a form of our own.
            HeaderValues.createCached(HeaderNames.create("Referrer-Policy"), "same-origin"),
            HeaderValues.createCached(
                    HeaderNames.create("Content-Security-Policy"),
                    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"));

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        ALL.forEach(response::header);
        chain.proceed();
    }
}
