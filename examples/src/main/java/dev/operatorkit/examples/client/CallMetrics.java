package dev.operatorkit.examples.client;

import dev.operatorkit.client.CallListener;
import dev.operatorkit.client.CustomerApiException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Optional;

/** Measures Customer API calls and their attempts with Micrometer timers. */
public final class CallMetrics implements CallListener {
    private final MeterRegistry registry;

    /** Creates a listener for {@code CustomerApi.builder(…).listener(…)}. */
    public CallMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void onAttempt(Attempt attempt) {
        Timer.builder("customer.api.attempts")
                .tag("operation", attempt.operation().name())
                .tag("result", result(attempt.failure()))
                .tag("retry", Boolean.toString(attempt.number() > 1))
                .register(registry)
                .record(attempt.elapsed());
    }

    @Override
    public void onCallEnded(Call call) {
        Timer.builder("customer.api.calls")
                .tag("operation", call.operation().name())
                .tag("result", result(call.failure()))
                .register(registry)
                .record(call.elapsed());
    }

    /** Returns one of few words, so that no response can create a new time series. */
    private static String result(Optional<Throwable> failure) {
        return failure.map(CallMetrics::code).orElse("SUCCESS");
    }

    private static String code(Throwable failure) {
        return failure instanceof CustomerApiException e ? e.code().name() : "ERROR";
    }
}
