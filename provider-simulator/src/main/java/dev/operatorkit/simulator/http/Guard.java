package dev.operatorkit.simulator.http;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;

/** Decides which requests may reach the routes behind it. */
@FunctionalInterface
public interface Guard {
    /** Returns the refusal of a request; empty if it may pass. */
    Optional<Refusal> judge(ServerRequest request);

    /** Returns the refusal of all requests of a caller; empty if some requests of this caller may pass. */
    default Optional<Refusal> judgeCaller(ServerRequest request) {
        return judge(request);
    }

    /** Holds the response to a request that may not pass (GEN-7): what happened and what to do. */
    record Refusal(Status status, String message) {
        public static Refusal forbidden(String message) {
            return new Refusal(Status.FORBIDDEN_403, message);
        }
    }
}
