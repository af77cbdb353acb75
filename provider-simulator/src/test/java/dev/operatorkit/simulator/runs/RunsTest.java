package dev.operatorkit.simulator.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.simulator.wallet.FakeWallet;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests what a run leaves: at its end, when it is stopped with the simulator, and when its wallet does not respond. */
class RunsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @AutoClose
    private final FakeWallet wallet = new FakeWallet();

    private Runs runs(Duration stopLimit) {
        return new Runs(Clock.systemUTC(), stopLimit);
    }

    private ConformanceJob suite() {
        var config = SuiteConfig.of(wallet.url(), FakeWallet.SECRET, List.of("token-1", "token-2"), Plans.full())
                .withDescription(new RunDescription("", "", "", ""));
        return new ConformanceJob(config, "demo", "my token-1");
    }

    private void awaitMovement(String kind) {
        Awaitility.await()
                .until(() -> wallet.movements().values().stream()
                        .anyMatch(movement -> movement.kind().equals(kind)));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void assertDebitsAreSettled() {
        var settled = wallet.movements().values().stream()
                .map(FakeWallet.Movement::reference)
                .collect(Collectors.toSet());
        assertThat(wallet.movements().entrySet())
                .filteredOn(entry -> entry.getValue().kind().equals("debit"))
                .isNotEmpty()
                .allMatch(entry -> settled.contains(entry.getKey()));
    }

    @Test
    void a_run_settles_its_debits_when_the_simulator_is_stopped_and_shows_no_token() throws Exception {
        Run run;
        try (var runs = runs(MINUTE)) {
            run = runs.start(suite());
            awaitMovement("debit");
            assertThatThrownBy(() -> runs.start(suite())).hasMessageContaining("A run is in progress");
        }
        assertDebitsAreSettled();
        assertThat(findings(run)).anySatisfy(why -> assertThat(why).contains("stopped with the simulator"));
        assertThat(run.job().subject().label()).isEqualTo("my $TOKEN1");
    }

    private static List<String> findings(Run run) {
        return run.summary().orElseThrow().result().findings();
    }

    @Test
    void a_run_whose_wallet_does_not_respond_ends_with_the_number_of_its_open_debits() {
        var held = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        wallet.before = request -> {
            if (request.path().endsWith("/debit")) {
                held.countDown();
                await(end);
            }
            return null;
        };
        Run run;
        try (var runs = runs(Duration.ofMillis(200))) {
            run = runs.start(suite());
            await(held);
        }
        end.countDown();
        assertThat(findings(run))
                .singleElement()
                .asString()
                .containsPattern("stopped while the wallet did not respond; [1-9]\\d* debits may be open");
    }
}
