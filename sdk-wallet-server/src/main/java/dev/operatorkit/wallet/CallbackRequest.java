package dev.operatorkit.wallet;

import dev.operatorkit.signing.ReceivedRequest;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A callback as the adapter got it: nothing decoded, nothing parsed.
 *
 * @param received what the signature is checked on
 * @param contentType the header as sent, or null
 * @param peer the address of the connection's other end
 * @param forwardedFor the values of {@code X-Forwarded-For} as sent, in order (D-35)
 */
public record CallbackRequest(
        ReceivedRequest signedRequest,
        @Nullable String contentType,
        InetAddress remoteAddress,
        List<String> forwardedFor) {}
