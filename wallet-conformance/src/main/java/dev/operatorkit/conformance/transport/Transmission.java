package dev.operatorkit.conformance.transport;

/**
 * Holds a request and its result.
 *
 * @param request the request of the last sending, or the prepared one if none was sent
 * @param nanos the duration, resends included
 * @param resends the number of times it was sent again because a kept connection was closed
 */
public record Transmission<R extends RawRequest>(R request, WireResult result, long nanos, int resends) {}
