package dev.operatorkit.examples.client;

import dev.operatorkit.client.CallListener;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records every attempt at a Customer API call as an OpenTelemetry span, a child of the caller's span. */
public final class CallSpans {
    private CallSpans() {}

    /** Returns a listener for {@code CustomerApi.builder(…).listener(…)}. */
    public static CallListener to(Tracer tracer) {
        return attempt -> {
            var span = tracer.spanBuilder("customer-api " + attempt.operation())
                    .setSpanKind(SpanKind.CLIENT)
                    .setStartTimestamp(attempt.startedAt())
                    .setAttribute("http.request.resend_count", attempt.number() - 1L)
                    .setAttribute("customer_api.call_id", attempt.callId())
                    .startSpan();
            attempt.status().ifPresent(status -> span.setAttribute("http.response.status_code", status));
            attempt.failure().ifPresent(span::recordException);
            span.setStatus(attempt.failure().isEmpty() ? StatusCode.UNSET : StatusCode.ERROR);
            span.end(attempt.startedAt().plus(attempt.elapsed()));
        };
    }

    /** Returns the caller's span for {@code CustomerApi.builder(…).traceparent(CallSpans::traceparent)}; null outside of a span. */
    public static @Nullable String traceparent() {
        Map<String, String> headers = new HashMap<>();
        W3CTraceContextPropagator.getInstance()
                .inject(Context.current(), headers, (carrier, name, value) -> headers.put(name, value));
        return headers.get("traceparent");
    }
}
