package dev.operatorkit.examples.client;

import dev.operatorkit.client.CallListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** Measures every attempt at a Customer API call with a Micrometer timer. */
public final class CallMetrics {
    private CallMetrics() {}

    /** Returns a listener for {@code CustomerApi.builder(…).listener(…)}. */
    public static CallListener to(MeterRegistry registry) {
        return attempt -> Timer.builder("customer.api.attempts")
                .tag("operation", attempt.operation().name())
                .tag(
                        "status",
                        attempt.status().isPresent()
                                ? Integer.toString(attempt.status().getAsInt())
                                : "none")
                .tag("retry", Boolean.toString(attempt.number() > 1))
                .register(registry)
                .record(attempt.elapsed());
    }
}
