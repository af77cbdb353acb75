package dev.operatorkit.conformance.wire;

import java.time.Instant;

/**
 * Holds one request and its response, byte for byte.
 *
 * @param sent the bytes that went out
 * @param received the bytes that were received, empty without a response
 * @param note a remark about the exchange, or empty
 */
public record Exchange(Instant at, SignedRequest request, byte[] sent, byte[] received, long micros, String note) {}
