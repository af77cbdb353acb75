package dev.operatorkit.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatorTest {
    private static SimulatorSettings.Builder settings() {
        return SimulatorSettings.builder(Operator.of("demo", SecretKeys.of("a-secret-for-tests"), null));
    }

    @Test
    void a_started_simulator_responds_immediately() throws Exception {
        try (var simulator = Simulator.start(settings().build());
                var http = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(simulator.address().resolve("/admin/health"))
                    .build();
            assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_port_in_use_is_reported() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> Simulator.start(
                            settings().port("127.0.0.1", taken.getLocalPort()).build()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Port " + taken.getLocalPort());
        }
    }

    @Test
    void a_moved_clock_stays_moved_across_a_restart(@TempDir Path folder) {
        var settings = settings().data(folder).build();
        try (var simulator = Simulator.start(settings)) {
            simulator.clock().forward(Duration.ofDays(3));
        }
        try (var simulator = Simulator.start(settings)) {
            assertThat(simulator.clock().ahead()).isEqualTo(Duration.ofDays(3));
        }
    }
}
