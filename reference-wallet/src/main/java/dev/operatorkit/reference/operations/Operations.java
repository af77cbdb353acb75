package dev.operatorkit.reference.operations;

import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.http.OwnOrigin;
import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import java.util.List;
import java.util.Set;

/** Serves the operations port: health and metrics, and nothing that moves money. */
public final class Operations {
    /** Lists the headers of every response of the port, also of those to input that never becomes a request. */
    public static final List<Header> HEADERS = List.of(
            HeaderValues.create("X-Content-Type-Options", "nosniff"),
            HeaderValues.create("Cross-Origin-Resource-Policy", "same-origin"));

    private final OwnOrigin origin;
    private final ExactRoutes routes = new ExactRoutes();

    /** Serves only requests whose Host header names a host of the given origin. */
    public Operations(OwnOrigin origin, Health health, WalletMetrics metrics) {
        this.origin = origin;
        health.routing(routes);
        metrics.routing(routes);
    }

    /** Returns all routes. */
    public Set<ExactRoutes.Route> routes() {
        return routes.all();
    }

    /** Adds all routes behind the check of the Host header. */
    public void routing(HttpRouting.Builder routing) {
        routing.addFilter((chain, request, response) -> {
            HEADERS.forEach(response::header);
            if (origin.isOwnHost(request)) {
                chain.proceed();
            } else {
                ExactRoutes.refuse(
                        response,
                        Status.MISDIRECTED_REQUEST_421,
                        "This port does not serve the host that the request names. Use the port's address, or start"
                                + " the wallet with --operations-name.");
            }
        });
        routes.addTo(routing);
    }
}
