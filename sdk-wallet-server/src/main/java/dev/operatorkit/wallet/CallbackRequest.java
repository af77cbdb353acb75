package dev.operatorkit.wallet;

import dev.operatorkit.signing.ReceivedRequest;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Holds a callback as your HTTP server received it, neither decoded nor parsed. An adapter creates it with {@link #of}.
 * Immutable, but for the bytes of its body.
 */
public final class CallbackRequest {
    private final ReceivedRequest signedRequest;
    private final @Nullable String contentType;
    private final InetAddress remoteAddress;
    private final List<String> forwardedFor;

    private CallbackRequest(
            ReceivedRequest signedRequest,
            @Nullable String contentType,
            InetAddress remoteAddress,
            List<String> forwardedFor) {
        this.signedRequest = signedRequest;
        this.contentType = contentType;
        this.remoteAddress = remoteAddress;
        this.forwardedFor = forwardedFor;
    }

    /**
     * Creates a callback from what every HTTP server knows. Several {@code Content-Type} lines are none that is valid (D-37).
     *
     * @param method the HTTP method
     * @param target the target of the request line as received, neither decoded nor normalized, with its query, as for
     *     {@link ReceivedRequest#of}
     * @param headers returns the value of each line of a header, in the order received; none is an empty list or null
     * @param body the bytes of the body; at most one byte more than {@link WalletCallbacks#MAX_BODY_BYTES} is needed
     * @param remoteAddress the remote address of the TCP connection
     * @throws IllegalArgumentException if the method contains a slash: then it is the target
     */
    public static CallbackRequest of(
            String method,
            String target,
            Function<String, ? extends @Nullable List<String>> headers,
            byte[] body,
            InetAddress remoteAddress) {
        List<String> contentTypes = headers.apply("Content-Type");
        List<String> forwardedFor = headers.apply("X-Forwarded-For");
        return new CallbackRequest(
                ReceivedRequest.of(method, target, headers, body),
                contentTypes == null || contentTypes.isEmpty() ? null : String.join(", ", contentTypes),
                remoteAddress,
                Objects.requireNonNullElse(forwardedFor, List.of()));
    }

    /** Returns the callback with this body, once your server has read it. */
    public CallbackRequest withBody(byte[] body) {
        return new CallbackRequest(signedRequest.withBody(body), contentType, remoteAddress, forwardedFor);
    }

    /** Returns the request that the signature is checked against. It covers path, timestamp, and body or query. */
    public ReceivedRequest signedRequest() {
        return signedRequest;
    }

    /**
     * Returns the {@code Content-Type} header as sent, or null if there is none. A POST whose body is not {@code
     * application/json} gets 422 (D-37).
     */
    public @Nullable String contentType() {
        return contentType;
    }

    /** Returns the remote address of the TCP connection. */
    public InetAddress remoteAddress() {
        return remoteAddress;
    }

    /**
     * Returns the value of each {@code X-Forwarded-For} header line, not split at commas, in the order received (D-35).
     */
    public List<String> forwardedFor() {
        return forwardedFor;
    }

    @Override
    public String toString() {
        return signedRequest.toString();
    }
}
