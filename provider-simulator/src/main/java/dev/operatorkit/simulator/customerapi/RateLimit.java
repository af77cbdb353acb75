package dev.operatorkit.simulator.customerapi;

import dev.operatorkit.simulator.operator.Operator;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Limits the calls of each operator per minute of real time, if a limit is set (D-36). */
final class RateLimit {
    private final Clock systemClock;
    private final Map<String, Minute> minutes = new ConcurrentHashMap<>();

    RateLimit(Clock systemClock) {
        this.systemClock = systemClock;
    }

    /** Counts a call, and ends it with 429 and {@code Retry-After} above the operator's limit. */
    void count(Operator operator) {
        var limit = operator.settings().requestsPerMinute();
        if (limit == 0) {
            return;
        }
        var now = systemClock.millis();
        var current = TimeUnit.MILLISECONDS.toMinutes(now);
        var minute = minutes.merge(operator.id(), new Minute(current, 1), (before, first) -> before.next(current));
        if (minute.calls() > limit) {
            var millisLeft = TimeUnit.MINUTES.toMillis(current + 1) - now;
            var seconds = Math.ceilDiv(millisLeft, 1000L);
            throw new ApiException(
                    429, "more than " + limit + " calls in this minute", Map.of("Retry-After", Long.toString(seconds)));
        }
    }

    private record Minute(long number, int calls) {
        Minute next(long current) {
            return number == current ? new Minute(number, calls + 1) : new Minute(current, 1);
        }
    }
}
