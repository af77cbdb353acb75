package dev.operatorkit.examples.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.client.Operation;
import dev.operatorkit.client.testkit.FakeCustomerApi;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallSpansTest {
    @Test
    void the_traceparent_names_the_span_of_the_caller() {
        assertThat(CallSpans.traceparent()).isNull();
        try (var tracing = SdkTracerProvider.builder().build()) {
            var caller = tracing.get("test").spanBuilder("click").startSpan();
            try (var scope = caller.makeCurrent()) {
                assertThat(scope).isNotNull();
                var context = caller.getSpanContext();
                assertThat(CallSpans.traceparent())
                        .startsWith("00-" + context.getTraceId() + "-" + context.getSpanId() + "-");
            }
        }
    }

    @Test
    void every_attempt_is_a_child_of_the_callers_span() {
        var spans = new Spans();
        var tracing = SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(spans))
                .build();
        var tracer = tracing.get("test");
        var caller = tracer.spanBuilder("click").startSpan();
        try (var service = FakeCustomerApi.start().next(Operation.CATALOGUE).refuse(503, "later");
                var api = service.client().listener(CallSpans.to(tracer)).build();
                var scope = caller.makeCurrent()) {
            assertThat(scope).isNotNull();
            api.fetchCatalogue();
        }
        tracing.close();
        assertThat(spans.ended)
                .extracting(SpanData::getName)
                .containsExactly("customer-api CATALOGUE", "customer-api CATALOGUE");
        assertThat(spans.ended)
                .extracting(span -> span.getStatus().getStatusCode())
                .containsExactly(StatusCode.ERROR, StatusCode.UNSET);
        assertThat(spans.ended)
                .allSatisfy(span -> assertThat(span.getParentSpanId())
                        .isEqualTo(caller.getSpanContext().getSpanId()));
    }

    private static final class Spans implements SpanExporter {
        private final List<SpanData> ended = new ArrayList<>();

        @Override
        public CompletableResultCode export(Collection<SpanData> batch) {
            ended.addAll(batch);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }
}
