package dev.operatorkit.client.testkit;

import dev.operatorkit.client.Operation;
import dev.operatorkit.signing.Verification;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Holds a request as the fake received it.
 *
 * @param operation the operation
 * @param path the path, decoded
 * @param query the parameters of the query, decoded; empty if there is no query
 * @param headers the values of each header, under its name in lower case
 * @param body the JSON body; empty if there is none
 * @param verification the result of verifying its signature (SIG-12)
 */
public record ReceivedCall(
        Operation operation,
        String path,
        Map<String, String> query,
        Map<String, List<String>> headers,
        String body,
        Verification verification) {
    /** Creates a received request with unmodifiable copies of the parameters and headers. */
    public ReceivedCall {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(query, "query");
        Objects.requireNonNull(headers, "headers");
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(verification, "verification");
        query = Map.copyOf(query);
        headers = Map.copyOf(headers);
    }

    /** Returns the first value of this header, such as {@code X-Request-Id} or {@code traceparent}; empty if there is none. */
    public Optional<String> header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()).stream()
                .findFirst();
    }
}
