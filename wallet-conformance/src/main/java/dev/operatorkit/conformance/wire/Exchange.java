package dev.operatorkit.conformance.wire;

import java.time.Instant;

/**
 * One request and its answer, byte for byte.
 *
 * @param sent the bytes that went out
 * @param received the bytes that came back, empty when no answer came
 * @param note what is worth saying about it, or empty
 */
public record Exchange(Instant at, SignedRequest request, byte[] sent, byte[] received, long micros, String note) {}
