package dev.operatorkit.client.testkit;

import dev.operatorkit.client.Operation;
import dev.operatorkit.signing.Verification;
import java.util.Map;
import java.util.Objects;

/**
 * Holds a request as the fake received it.
 *
 * @param operation the operation
 * @param path the path, decoded
 * @param query the parameters of the query, decoded; empty if there is no query
 * @param body the JSON body; empty if there is none
 * @param verification the result of verifying its signature (SIG-12)
 */
public record ReceivedCall(
        Operation operation, String path, Map<String, String> query, String body, Verification verification) {
    /** Creates a received request with an unmodifiable copy of the parameters. */
    public ReceivedCall {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(query, "query");
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(verification, "verification");
        query = Map.copyOf(query);
    }
}
