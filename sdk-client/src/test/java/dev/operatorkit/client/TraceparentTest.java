package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.NO_GAMES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.Verification.Accepted;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceparentTest {
    private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    @AutoClose
    private final Provider provider = new Provider();

    @Test
    void the_traceparent_of_the_caller_is_sent_with_every_attempt_of_the_call() {
        provider.enqueue(503, "").enqueue(200, NO_GAMES).enqueue(200, NO_GAMES);
        var asked = new AtomicInteger();
        try (var api = provider.builder()
                .traceparent(() -> TRACE.replace("-01", "-0" + asked.getAndIncrement()))
                .build()) {
            api.fetchCatalogue();
            api.fetchCatalogue();
        }
        for (var flags : new String[] {"-00", "-00", "-01"}) {
            var request = provider.takeRequest();
            assertThat(request.getHeaders().values("traceparent")).containsExactly(TRACE.replace("-01", flags));
            assertThat(Provider.verify(request)).isEqualTo(new Accepted(0));
        }
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\nX-Evil: 1"
            })
    void without_a_valid_traceparent_none_is_sent(@Nullable String value) {
        provider.enqueue(200, NO_GAMES);
        try (var api = provider.builder().traceparent(() -> value).build()) {
            api.fetchCatalogue();
        }
        assertThat(provider.takeRequest().getHeaders().names()).doesNotContain("traceparent", "X-Evil");
    }

    @Test
    void a_supplier_that_throws_does_not_fail_the_call() {
        provider.enqueue(200, NO_GAMES);
        try (var api = provider.builder()
                .traceparent(() -> {
                    throw new IllegalStateException("a tracer's own trouble");
                })
                .build()) {
            assertThat(api.fetchCatalogue().games()).isEmpty();
        }
        assertThat(provider.takeRequest().getHeaders().get("traceparent")).isNull();
    }
}
