package dev.operatorkit.spring;

import dev.operatorkit.client.CallListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;

/** Measures every attempt at a Customer API call with a Micrometer timer. */
final class ClientMetrics {
    private ClientMetrics() {}

    static CallListener to(MeterRegistry registry) {
        return attempt -> {
            var status = attempt.status();
            Timer.builder("operatorkit.client.attempts")
                    .description("attempts at Customer API calls")
                    .tag("operation", attempt.operation().name().toLowerCase(Locale.ROOT))
                    .tag("status", status.isPresent() ? Integer.toString(status.getAsInt()) : "none")
                    .tag("retry", Boolean.toString(attempt.number() > 1))
                    .register(registry)
                    .record(attempt.elapsed());
        };
    }
}
