package dev.operatorkit.examples.client;

import dev.operatorkit.client.CallListener;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;

/** OpenTelemetry: a span for every attempt at the Customer API, under the span of whoever calls. */
public final class CallSpans {
    private CallSpans() {}

    /** To be given to {@code CustomerApi.builder(…).listener(…)}. */
    public static CallListener to(Tracer tracer) {
        return attempt -> {
            var span = tracer.spanBuilder("customer-api " + attempt.operation())
                    .setSpanKind(SpanKind.CLIENT)
                    .setStartTimestamp(attempt.startedAt())
                    .setAttribute("http.request.resend_count", attempt.number() - 1L)
                    .startSpan();
            attempt.status().ifPresent(status -> span.setAttribute("http.response.status_code", status));
            span.setStatus(attempt.status().orElse(500) < 400 ? StatusCode.UNSET : StatusCode.ERROR);
            span.end(attempt.startedAt().plus(attempt.elapsed()));
        };
    }
}
