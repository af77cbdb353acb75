package dev.operatorkit.wallet;

import dev.operatorkit.signing.ReceivedRequest;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds a callback as your HTTP server received it, neither decoded nor parsed.
 *
 * @param signedRequest the raw request that the signature is checked against; the signature covers the path, the
 *     timestamp, and the body or the query
 * @param contentType the {@code Content-Type} header as sent, or null if there is none; a POST whose body is not
 *     {@code application/json} gets 422 (D-37)
 * @param remoteAddress the remote address of the TCP connection
 * @param forwardedFor the value of each {@code X-Forwarded-For} header line, not split at commas, in the order
 *     received; empty if there is none (D-35)
 */
public record CallbackRequest(
        ReceivedRequest signedRequest,
        @Nullable String contentType,
        InetAddress remoteAddress,
        List<String> forwardedFor) {}
