package dev.operatorkit.reference.operations;

import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.http.OwnOrigin;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import java.util.Set;

/** The port of those who run the wallet: health and metrics, and nothing that moves money. */
public final class Operations {
    private final OwnOrigin origin;
    private final ExactRoutes routes = new ExactRoutes();

    /** For requests that name a host of that origin. */
    public Operations(OwnOrigin origin, Health health, WalletMetrics metrics) {
        this.origin = origin;
        health.routing(routes);
        metrics.routing(routes);
    }

    /** Returns every address. */
    public Set<ExactRoutes.Route> routes() {
        return routes.all();
    }

    /** Adds every address, behind the check of the host. */
    public void routing(HttpRouting.Builder routing) {
        routing.addFilter((chain, request, response) -> {
            if (origin.isOwnHost(request)) {
                chain.proceed();
            } else {
                ExactRoutes.refuse(
                        response,
                        Status.MISDIRECTED_REQUEST_421,
                        "This port is not asked under this host. Use its address, or start the wallet with"
                                + " --operations-name.");
            }
        });
        routes.addTo(routing);
    }
}
