package dev.operatorkit.simulator.wallet;

/**
 * One call and what came of it, to the byte.
 *
 * @param callback what was to be sent
 * @param request the bytes that were sent, or would have been
 * @param signed the bytes that were signed: path, bar, timestamp, bar, data (SIG-1)
 * @param timestamp the value of {@code X-Svc-Timestamp}
 * @param signature the value of {@code X-Svc-Signature}
 * @param reception what came back
 * @param nanos how long it took
 * @param resends how often it was sent again because a kept connection turned out to be dead
 */
public record Exchange(
        Callback callback,
        byte[] request,
        byte[] signed,
        String timestamp,
        String signature,
        WireResult result,
        long nanos,
        int resends) {}
