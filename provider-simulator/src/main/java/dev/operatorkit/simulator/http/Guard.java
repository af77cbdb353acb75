package dev.operatorkit.simulator.http;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;

/** Decides whether a request may reach the routes that stand behind it. */
@FunctionalInterface
public interface Guard {
    /** Returns why the request is refused, or nothing when it may pass. */
    Optional<Refusal> judge(ServerRequest request);

    /** An answer in place of the route's own (GEN-7). */
    record Refusal(Status status, String message) {
        /** Refuses with 403. */
        public static Refusal forbidden(String message) {
            return new Refusal(Status.FORBIDDEN_403, message);
        }
    }
}
