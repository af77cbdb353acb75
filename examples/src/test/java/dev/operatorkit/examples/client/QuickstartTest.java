package dev.operatorkit.examples.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.client.Operation;
import dev.operatorkit.client.testkit.FakeCustomerApi;
import dev.operatorkit.wire.Game;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class QuickstartTest {
    @AutoClose
    private final FakeCustomerApi service = FakeCustomerApi.start();

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void the_first_available_game_is_launched() {
        service.games(
                new Game("blue-reef", false, true, List.of(), Map.of()),
                new Game("golden-orchard", true, true, List.of(), Map.of()));
        assertThat(run()).isZero();
        assertThat(service.received(Operation.LAUNCH))
                .singleElement()
                .satisfies(launch -> assertThat(launch.path()).endsWith("/golden-orchard"));
        assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("https://");
    }

    @Test
    void without_an_available_game_the_quickstart_fails_with_a_message() {
        assertThat(run()).isEqualTo(1);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("No game is available.");
    }

    @Test
    void a_rejection_prints_the_message_of_the_provider() {
        service.next(Operation.CATALOGUE).refuse(403, "this operator is closed");
        assertThat(run()).isEqualTo(1);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("this operator is closed")
                .contains("Do not try again.");
    }

    private int run() {
        try (var api = service.client().build()) {
            return Quickstart.run(api, new PrintStream(printed, true, StandardCharsets.UTF_8));
        }
    }
}
