package dev.operatorkit.simulator.testkit;

import dev.operatorkit.simulator.CallbackKind;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Holds one callback and the wallet's response, byte for byte.
 *
 * @param callback the callback
 * @param attempt the number of the attempt, from 1
 * @param at the time of the request, by the simulator's clock
 * @param status the HTTP status, 0 without a response
 * @param verdict the meaning of the response, as text
 * @param fault the applied fault, or null
 * @param request the request's bytes
 * @param signed the bytes that were signed: path, bar, timestamp, bar, data (SIG-1)
 * @param response the response's bytes
 */
public record RecordedExchange(
        CallbackKind callback,
        int attempt,
        Instant at,
        int status,
        String verdict,
        @Nullable String fault,
        byte[] request,
        byte[] signed,
        byte[] response) {
    public RecordedExchange {
        Objects.requireNonNull(callback, "callback");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(verdict, "verdict");
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(signed, "signed");
        Objects.requireNonNull(response, "response");
    }
}
