package dev.operatorkit.client.testkit;

import dev.operatorkit.client.Operation;
import dev.operatorkit.signing.Verification;
import java.util.Map;

/**
 * A request as the fake received it.
 *
 * @param operation what was asked for
 * @param path decoded
 * @param query decoded, empty when there is none
 * @param body the JSON, empty when there is none
 * @param verification whether it was signed as it must be (SIG-12)
 */
public record ReceivedCall(
        Operation operation, String path, Map<String, String> query, String body, Verification verification) {
    /** Copies the map. */
    public ReceivedCall {
        query = Map.copyOf(query);
    }
}
