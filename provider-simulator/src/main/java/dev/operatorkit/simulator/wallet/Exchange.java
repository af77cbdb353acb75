package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.transport.Transmission;
import dev.operatorkit.conformance.transport.WireResult;

/**
 * Holds one call and its result, byte for byte.
 *
 * @param callback the callback
 * @param request the bytes sent, or prepared if none were sent
 * @param signed the signed bytes: path, bar, timestamp, bar, data (SIG-1)
 * @param timestamp the value of {@code X-Svc-Timestamp}
 * @param signature the value of {@code X-Svc-Signature}
 * @param result the result on the wire
 * @param nanos the duration
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
}
