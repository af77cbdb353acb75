package dev.operatorkit.examples.client;

import dev.operatorkit.client.CallListener;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;

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
                    .startSpan();
            attempt.status().ifPresent(status -> span.setAttribute("http.response.status_code", status));
            span.setStatus(attempt.status().orElse(500) < 400 ? StatusCode.UNSET : StatusCode.ERROR);
            span.end(attempt.startedAt().plus(attempt.elapsed()));
        };
    }
}
