package dev.operatorkit.simulator.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.List;

/**
 * Adds headers to every response that tell browsers not to guess its type, not to show it or use it inside a page of another
 * site, to keep its window and the devices of its user from other pages, and not to disclose its address, which may be a launch
 * URL, to other sites. A page's own policy replaces this one.
 */
public final class BrowserHeaders implements Filter {
    /** Names the header that says which sites may use a response as a part of their pages. */
    public static final HeaderName RESOURCE_POLICY = HeaderNames.create("Cross-Origin-Resource-Policy");

    /** Lists the headers, for responses that no route creates. */
    public static final List<Header> ALL = List.of(
            HeaderValues.createCached(HeaderNames.create("X-Content-Type-Options"), "nosniff"),
            // With no-referrer, browsers would send "Origin: null" with our own forms.
            HeaderValues.createCached(HeaderNames.create("Referrer-Policy"), "same-origin"),
            HeaderValues.createCached(HeaderNames.create("X-Frame-Options"), "SAMEORIGIN"),
            HeaderValues.createCached(HeaderNames.create("Cross-Origin-Opener-Policy"), "same-origin"),
            HeaderValues.createCached(RESOURCE_POLICY, "same-origin"),
            HeaderValues.createCached(
                    HeaderNames.create("Permissions-Policy"),
                    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"),
            HeaderValues.createCached(
                    HeaderNames.create("Content-Security-Policy"),
                    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none';"
                            + " frame-ancestors 'self'"));

    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        ALL.forEach(response::header);
        chain.proceed();
    }
}
