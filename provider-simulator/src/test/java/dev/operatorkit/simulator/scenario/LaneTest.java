package dev.operatorkit.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.conformance.client.ClientCall;
import dev.operatorkit.conformance.client.Evidence;
import dev.operatorkit.conformance.client.WatchedCalls;
import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.raw.RawClient;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.server.ScenarioService;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaneTest {
    private final List<String> responses = new ArrayList<>();

    @Test
    void the_console_of_the_service_is_not_reached_through_it() throws Exception {
        var evidence = play(
                "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /admin/operators HTTP/1.1\r\nHost: localhost\r\n\r\n");

        assertThat(responses).allSatisfy(each -> assertThat(each).startsWith("HTTP/1.1 404"));
        assertThat(evidence.calls()).hasSize(2);
    }

    @Test
    void what_players_open_is_served_and_is_no_call_of_the_client() throws Exception {
        var evidence = play(
                "GET /artwork/cherry-rush/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /favicon.ico HTTP/1.1\r\nHost: localhost\r\n\r\n");

        assertThat(responses).allSatisfy(each -> assertThat(each).startsWith("HTTP/1.1 200"));
        assertThat(evidence.calls()).isEmpty();
    }

    @Test
    void a_whole_url_in_the_request_line_is_a_call_of_its_path() throws Exception {
        var evidence = play("GET http://example.test/api/v1/games?a=b HTTP/1.1\r\nHost: example.test\r\n\r\n");

        assertThat(responses.getFirst()).startsWith("HTTP/1.1 401");
        assertThat(evidence.calls()).extracting(ClientCall::path).containsExactly("/api/v1/games");
    }

    private Evidence play(String... requests) throws Exception {
        var operator = new TestedOperator(
                "casino-1",
                SecretKeys.of("a-secret-for-the-test-of-lanes"),
                Secret.of("a-secret-for-the-test-of-lanes"));
        try (var lane = Lane.open(ScenarioService::start, operator, "127.0.0.1", 0, Clock.systemUTC())) {
            return lane.play(WatchedCalls.scenario(), "x", (scenario, setup, base) -> {
                for (var request : requests) {
                    responses.add(send(base, request));
                }
                return new Actor.Outcome("", "");
            });
        }
    }

    private static String send(URI base, String request) throws IOException {
        return RawClient.exchange(base.toString(), request.replaceFirst("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    }
}
