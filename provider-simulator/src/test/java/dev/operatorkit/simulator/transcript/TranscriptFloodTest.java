package dev.operatorkit.simulator.transcript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.simulator.customerapi.RawApi;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import org.junit.jupiter.api.Test;

/** Tests that a flood of unsigned calls evicts no signed call from the transcript. */
class TranscriptFloodTest {
    private static final Operator DEMO = Operator.of("demo", RawApi.KEYS, null);
    private static final String LARGE = "[" + "1,".repeat(500_000) + "1]";
    private static final int MAX_KEPT = 16 * 1024;

    @Test
    void large_unsigned_calls_are_truncated_and_evict_no_signed_call() throws Exception {
        try (var simulator = Simulator.start(SimulatorSettings.local(DEMO))) {
            var api = new RawApi(simulator);
            var transcript = simulator.callbackEngine().transcript();
            assertThat(api.get("/api/v1/games").send().status()).isEqualTo(200);
            for (var i = 0; i < 80; i++) {
                var reply = api.post("/api/v1/free-rounds/campaigns", LARGE)
                        .signature("a".repeat(128))
                        .send();
                assertThat(reply.status()).isEqualTo(401);
            }
            await().until(() -> transcript.newestId() == 81);
            assertThat(transcript.find(1).map(Entry::status)).contains(200);
            var newest = transcript.find(81).orElseThrow();
            assertThat(newest.status()).isEqualTo(401);
            assertThat(newest.request().length + newest.signed().length).isLessThan(MAX_KEPT);
            assertThat(api.get("/transcript/81")
                            .header("X-Simulator-Token", simulator.adminToken())
                            .sendUnchanged()
                            .text())
                    .contains("bytes of the body were kept");
        }
    }
}
