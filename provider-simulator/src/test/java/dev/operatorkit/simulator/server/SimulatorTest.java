package dev.operatorkit.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatorTest {
    private static SimulatorSettings settings() {
        return SimulatorSettings.local(Operator.of("demo", SecretKeys.of("a-secret-for-tests"), null));
    }

    @Test
    void a_moved_clock_stays_moved_across_a_restart(@TempDir Path folder) {
        var settings = settings().data(folder);
        try (var simulator = Simulator.start(settings)) {
            simulator.clock().forward(Duration.ofDays(3));
        }
        try (var simulator = Simulator.start(settings)) {
            assertThat(simulator.clock().ahead()).isEqualTo(Duration.ofDays(3));
        }
    }
}
