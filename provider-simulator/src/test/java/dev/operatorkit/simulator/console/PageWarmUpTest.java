package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PageWarmUpTest {
    @Test
    void warm_up_renders_every_page_without_parameters_and_records_no_exchange() throws IOException {
        var settings = SimulatorSettings.local(Operator.of("demo", SecretKeys.of("a-secret-for-tests"), null));
        try (var simulator = Simulator.start(settings)) {
            PageWarmUp.all(simulator.console(), simulator.adminAddress());
            for (var page : PageWarmUp.PAGES) {
                assertThat(PageWarmUp.ask(simulator.address(), page)).as(page).isEqualTo(200);
            }
            assertThat(simulator.callbackEngine().transcript().size()).isZero();
        }
    }
}
