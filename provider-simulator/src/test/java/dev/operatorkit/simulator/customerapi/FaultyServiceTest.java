package dev.operatorkit.simulator.customerapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.ExchangeVerdict;
import dev.operatorkit.simulator.wallet.SimulatorTest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the rate limit (D-36) and the faults of the Customer API, each of which is counted. */
class FaultyServiceTest {
    private static final SecretKeys OTHER = SecretKeys.of("another-secret-for-tests");
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:15.500Z");

    @AutoClose
    private Simulator simulator;

    private RawApi api;
    private int recorded;

    @BeforeEach
    void start() {
        var clock = Clock.fixed(NOW, ZoneOffset.UTC);
        simulator = Simulator.start(
                SimulatorSettings.local(Operator.of("demo", RawApi.KEYS, null), Operator.of("other", OTHER, null))
                        .clock(clock));
        api = new RawApi(simulator);
    }

    private RawApi.Request games() {
        return api.get("/api/v1/games").at(Long.toString(NOW.toEpochMilli()));
    }

    private void limit(int calls) {
        simulator.operators().change("demo", operator -> RawApi.with(operator, "requestsPerMinute", calls));
    }

    private void arm(FaultKind kind, int calls, Duration delay) {
        simulator.callbackEngine().faults().switchOn(kind, "demo", null, null, calls, delay);
    }

    @Test
    void calls_above_the_rate_limit_get_429_with_retry_after() {
        limit(3);
        for (var i = 0; i < 3; i++) {
            assertThat(games().status()).isEqualTo(200);
        }
        var reply = games().send();
        assertThat(reply.status()).isEqualTo(429);
        assertThat(reply.header("Retry-After")).isEqualTo("45");
        assertThat(reply.message()).contains("3 calls");
        assertThat(games().as("other", OTHER).status()).isEqualTo(200);
    }

    @Test
    void calls_with_an_invalid_signature_do_not_count_towards_the_rate_limit() {
        limit(1);
        for (var i = 0; i < 3; i++) {
            assertThat(games().signature("0".repeat(128)).status()).isEqualTo(401);
        }
        assertThat(games().status()).isEqualTo(200);
    }

    @Test
    void an_api_error_fault_applies_to_the_given_number_of_calls() {
        arm(FaultKind.API_ERROR, 2, Duration.ZERO);
        assertThat(games().as("other", OTHER).status()).isEqualTo(200);
        assertThat(games().status()).isEqualTo(500);
        assertThat(games().send().message()).contains("internal error");
        assertThat(games().status()).isEqualTo(200);
        assertThat(simulator.callbackEngine().faults().active()).isEmpty();
    }

    @Test
    void a_response_altered_by_a_fault_is_recorded_as_failed_and_a_slow_one_as_good() {
        for (var kind : List.of(FaultKind.API_GARBAGE, FaultKind.API_NOT_MODIFIED, FaultKind.API_ERROR)) {
            arm(kind, 1, Duration.ZERO);
            var reply = games().send();
            assertThat(kind == FaultKind.API_GARBAGE).isEqualTo(reply.text().contains("<html>"));
            var entry = newest();
            assertThat(entry.fault()).isEqualTo(kind.name());
            assertThat(entry.judgement()).isEqualTo(ExchangeVerdict.FAILED);
            assertThat(entry.verdict()).contains("fault");
        }
        arm(FaultKind.API_SLOW, 1, Duration.ofMillis(1));
        games().send();
        var late = newest();
        assertThat(late.fault()).isEqualTo("API_SLOW");
        assertThat(late.judgement()).isEqualTo(ExchangeVerdict.GOOD);
    }

    private Entry newest() {
        // The answer is on its way before it is recorded.
        var calls = ++recorded;
        await().until(() -> simulator.callbackEngine().transcript().size() == calls);
        return SimulatorTest.newest(simulator);
    }

    @Test
    void an_api_not_modified_fault_returns_304_to_an_unconditional_call() {
        arm(FaultKind.API_NOT_MODIFIED, 1, Duration.ZERO);
        var reply = games().send();
        assertThat(reply.status()).isEqualTo(304);
        assertThat(reply.raw().body()).isEmpty();
    }

    @Test
    void an_api_slow_fault_delays_a_correct_response() {
        arm(FaultKind.API_SLOW, 1, Duration.ofMillis(300));
        var start = System.nanoTime();
        assertThat(games().status()).isEqualTo(200);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
    }

    @Test
    void a_creation_that_fails_by_a_fault_creates_nothing() {
        arm(FaultKind.API_ERROR, 1, Duration.ZERO);
        var create =
                api.post("/api/v1/free-rounds/campaigns", RawApi.campaign("c")).at(Long.toString(NOW.toEpochMilli()));
        assertThat(create.status()).isEqualTo(500);
        assertThat(simulator.campaigns().find("demo", "c")).isEmpty();
    }
}
