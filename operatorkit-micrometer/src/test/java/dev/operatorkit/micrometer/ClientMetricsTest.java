package dev.operatorkit.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.operatorkit.client.LaunchRequest;
import dev.operatorkit.client.Operation;
import dev.operatorkit.client.testkit.FakeCustomerApi;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class ClientMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void calls_and_attempts_are_timed_by_operation_and_result() {
        try (var provider = FakeCustomerApi.start().next(Operation.CATALOGUE).refuse(503, "later");
                var api =
                        provider.client().listener(new ClientMetrics(registry)).build()) {
            api.fetchCatalogue();
            for (var i = 0; i < 10; i++) {
                var launch =
                        LaunchRequest.demo("unknown-" + i).ip("203.0.113.7").build();
                assertThat(catchThrowable(() -> api.createLaunchUrl(launch))).isNotNull();
            }
        }
        assertThat(count("attempts", "operation", "catalogue", "result", "unavailable", "retry", "false"))
                .isOne();
        assertThat(count("attempts", "operation", "catalogue", "result", "success", "retry", "true"))
                .isOne();
        assertThat(count("calls", "operation", "catalogue", "result", "success"))
                .isOne();
        assertThat(count("calls", "operation", "launch", "result", "game_not_available"))
                .isEqualTo(10);
        assertThat(registry.getMeters()).hasSize(5);
    }

    private long count(String timer, String... tags) {
        return registry.get("operatorkit.client." + timer).tags(tags).timer().count();
    }
}
