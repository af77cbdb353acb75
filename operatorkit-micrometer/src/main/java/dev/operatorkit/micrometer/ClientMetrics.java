package dev.operatorkit.micrometer;

import dev.operatorkit.client.CallListener;
import dev.operatorkit.client.CustomerApiException;
import dev.operatorkit.client.ErrorCode;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures the calls of the Customer API client with the timers {@code operatorkit.client.calls} and {@code
 * operatorkit.client.attempts}. The tag {@code operation} is the operation; {@code result} is {@code success}, an
 * {@link ErrorCode} in lower case, or {@code exception} for a failure in the operator's own interceptor; {@code retry} of
 * an attempt is false for the first one of its call. Thread-safe.
 */
public final class ClientMetrics implements CallListener {
    private final MeterRegistry registry;
    private final Iterable<Tag> tags; // see WalletMetrics

    /** Creates a listener for {@code CustomerApi.builder(…).listener(…)}. */
    public ClientMetrics(MeterRegistry registry) {
        this(registry, Tags.empty());
    }

    /** Creates a listener whose metrics have additional tags, such as the brand of the client. */
    public ClientMetrics(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    @Override
    public void onAttempt(Attempt attempt) {
        Timer.builder("operatorkit.client.attempts")
                .description("attempts at Customer API calls")
                .tags(tags)
                .tag("operation", name(attempt.operation()))
                .tag("result", result(attempt.failure()))
                .tag("retry", Boolean.toString(attempt.number() > 1))
                .register(registry)
                .record(attempt.elapsed());
    }

    @Override
    public void onCallEnded(Call call) {
        Timer.builder("operatorkit.client.calls")
                .description("Customer API calls with all their attempts")
                .tags(tags)
                .tag("operation", name(call.operation()))
                .tag("result", result(call.failure()))
                .register(registry)
                .record(call.elapsed());
    }

    private static String result(Optional<Throwable> failure) {
        return failure.map(ClientMetrics::code).orElse("success");
    }

    private static String code(Throwable failure) {
        return failure instanceof CustomerApiException e ? name(e.code()) : "exception";
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
