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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QuickstartTest {
    private final FakeCustomerApi service = FakeCustomerApi.start();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void the_first_game_that_can_be_played_is_launched() {
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
    void without_a_game_it_says_so() {
        assertThat(run()).isEqualTo(1);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("no game");
    }

    @Test
    void a_refusal_is_told_in_the_words_of_the_service() {
        service.refuseNext(Operation.CATALOGUE, 403, "this operator is closed");
        assertThat(run()).isEqualTo(1);
        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("this operator is closed");
    }

    private int run() {
        try (var api = service.client().build()) {
            return Quickstart.run(api, new PrintStream(printed, true, StandardCharsets.UTF_8));
        }
    }
}
