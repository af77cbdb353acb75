package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the transcript page with many exchanges. */
class ManyExchangesTest {
    private static final int KEPT = 3_000;
    private static final int FAILED = 7;

    @Test
    void the_transcript_page_opens_with_many_exchanges_in_a_database(@TempDir Path folder) throws Exception {
        var settings = SimulatorSettings.local(Operator.of("demo", SecretKeys.of("a-secret-for-tests"), null))
                .data(folder);
        try (var simulator = Simulator.start(settings)) {
            for (var i = 1; i <= KEPT; i++) {
                simulator.callbackEngine().transcript().add(exchange(i));
            }
            assertThat(page(simulator, "/transcript"))
                    .contains(KEPT + " exchanges are kept", "Older", "/transcript/" + KEPT);
            assertThat(page(simulator, "/transcript?status=500"))
                    .contains("/transcript/" + FAILED + "\"")
                    .doesNotContain("/transcript/" + KEPT);
            assertThat(page(simulator, "/transcript?before=1000"))
                    .contains("/transcript/999", "/transcript/950")
                    .doesNotContain("/transcript/1000\"", "/transcript/949\"");
            assertThat(page(simulator, "/transcript/" + KEPT)).contains("request " + KEPT);
        }
    }

    private static String page(Simulator simulator, String path) throws IOException, InterruptedException {
        var page = ConsoleClient.get(simulator, path);
        assertThat(page.statusCode()).isEqualTo(200);
        return page.body();
    }

    private static Entry exchange(int number) {
        var at = Instant.ofEpochMilli(1_767_225_600_000L + number);
        return new Entry(
                new Entry.Time(at, at, 900),
                new Entry.Subject(Direction.TO_WALLET, "demo", "DEBIT", "player-1", "r-" + number, "d-" + number),
                new Entry.Result(1, number == FAILED ? 500 : 200, "as scripted", null),
                new Entry.Messages(
                        ("POST /wallet/debit HTTP/1.1\r\n\r\nrequest " + number).getBytes(StandardCharsets.UTF_8),
                        "HTTP/1.1 200 OK\r\n\r\n{}".getBytes(StandardCharsets.UTF_8),
                        new byte[0]));
    }
}
