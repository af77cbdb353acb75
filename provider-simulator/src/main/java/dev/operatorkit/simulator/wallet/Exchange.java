package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.Transmission;
import dev.operatorkit.conformance.transport.WireResult;
import dev.operatorkit.conformance.transport.WireResult.NoResponse;

/**
 * Holds one call and its result, byte for byte.
 *
 * @param request the bytes sent, or prepared if none were sent
 * @param signed the signed bytes: path, bar, timestamp, bar, data (SIG-1)
 * @param resends the number of times it was sent again because a kept connection was closed
 */
public record Exchange(
        Callback callback,
        byte[] request,
        byte[] signed,
        String timestamp,
        String signature,
        WireResult result,
        long nanos,
        int resends) {
    static Exchange of(Transmission<SignedRequest> sent) {
        var request = sent.request();
        return new Exchange(
                request.callback(),
                request.bytes(),
                request.signed(),
                request.timestamp(),
                request.signature(),
                sent.result(),
                sent.nanos(),
                sent.resends());
    }

    /** Returns whether a response was received and then dropped by a fault. */
    public boolean isDropped() {
        return result instanceof NoResponse none && none.dropped() != null;
    }

    /** Returns the exchange as it would be if no fault had dropped its response. */
    public Exchange undropped() {
        return result instanceof NoResponse none && none.dropped() != null
                ? new Exchange(callback, request, signed, timestamp, signature, none.dropped(), nanos, resends)
                : this;
    }
}
