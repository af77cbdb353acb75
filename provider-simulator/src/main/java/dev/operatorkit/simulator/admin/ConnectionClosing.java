package dev.operatorkit.simulator.admin;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.util.List;

/**
 * Closes a connection for which {@code Connection: close} was said, by either side. Helidon says it and reads on: bytes
 * behind a broken request would be taken for the next one (request smuggling).
 */
final class ConnectionClosing implements Filter {
    @Override
    public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        chain.proceed();
        if (isClosing(request.headers()) || isClosing(response.headers())) {
            throw new CloseConnectionException("Connection: close was said");
        }
    }

    private static boolean isClosing(Headers headers) {
        for (var value : headers.all(HeaderNames.CONNECTION, List::of)) {
            for (var option : value.split(",", -1)) {
                if (option.strip().equalsIgnoreCase("close")) {
                    return true;
                }
            }
        }
        return false;
    }
}
