package dev.operatorkit.simulator.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.RunDescription;
import dev.operatorkit.conformance.run.SuiteConfig;
import dev.operatorkit.simulator.play.PlaySettings;
import dev.operatorkit.simulator.round.PayTable;
import dev.operatorkit.simulator.runs.Runs.Kind;
import dev.operatorkit.simulator.wallet.FakeWallet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a run leaves: at its end, when it is stopped with the simulator, and when its wallet does not respond. */
class RunsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    private Path data;

    @AutoClose
    private final FakeWallet wallet = new FakeWallet();

    private Runs runs(Kind kind, Duration stopLimit) {
        return new Runs(kind, data, Clock.systemUTC(), stopLimit);
    }

    private Job load(long rounds, Duration maxWait) {
        return new LoadJob(
                wallet.caller(),
                new PlaySettings(
                        List.of("token-1", "token-2"),
                        "cherry-rush",
                        rounds,
                        16,
                        11,
                        0,
                        0,
                        PlaySettings.parseStake("1.00"),
                        PayTable.DEFAULT),
                new Job.Subject("demo", wallet.url(), "", ""),
                Clock.systemUTC(),
                maxWait);
    }

    private Job suite() {
        var config = SuiteConfig.of(wallet.url(), FakeWallet.SECRET, List.of("token-1", "token-2"), Plans.full())
                .withDescription(new RunDescription("", "", "", ""));
        return new ConformanceJob(config, "demo", "my token-1");
    }

    private void awaitMovement(String kind) {
        await().until(() -> wallet.movements().values().stream()
                .anyMatch(movement -> movement.kind().equals(kind)));
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

    private Job.Result kept(Kind kind) {
        try (var runs = runs(kind, MINUTE)) {
            return runs.get(1).summary().orElseThrow().result();
        }
    }

    @Test
    void a_load_run_settles_its_debits_and_is_kept_when_the_simulator_is_stopped() {
        try (var runs = runs(Kind.LOAD, MINUTE)) {
            runs.start(() -> load(1_000_000, MINUTE));
            awaitMovement("credit");
            assertThatThrownBy(() -> runs.start(this::suite)).hasMessageContaining("A run is in progress");
        }
        assertDebitsAreSettled();
        assertThat(kept(Kind.LOAD).verdict()).isEqualTo("stopped, the ledger balances");
    }

    @Test
    void a_conformance_run_settles_its_debits_when_the_simulator_is_stopped_and_keeps_no_token() throws Exception {
        try (var runs = runs(Kind.CONFORMANCE, MINUTE)) {
            runs.start(this::suite);
            awaitMovement("debit");
        }
        assertDebitsAreSettled();
        assertThat(kept(Kind.CONFORMANCE).findings())
                .anySatisfy(why -> assertThat(why).contains("stopped with the simulator"));
        var folder = data.resolve("runs/conformance/1");
        assertThat(Files.readString(folder.resolve("run.json")))
                .contains("my $TOKEN")
                .doesNotContain("token-1");
        assertThat(folder.resolve("report.html")).exists();
    }

    @Test
    void a_run_whose_wallet_does_not_respond_is_kept_with_the_number_of_its_open_debits() {
        try (var runs = runs(Kind.LOAD, Duration.ofMillis(200))) {
            runs.start(() -> load(1_000_000, MINUTE));
            awaitMovement("credit");
            wallet.before = request -> FakeWallet.FakeResponse.none();
        }
        assertThat(kept(Kind.LOAD).findings())
                .singleElement()
                .asString()
                .containsPattern("stopped while the wallet did not respond; [1-9]\\d* debits may be open");
    }

    @Test
    void a_run_whose_first_rounds_stay_open_has_started_and_one_with_a_wrong_token_has_not() {
        var isUnavailable = new AtomicBoolean();
        wallet.after = request -> {
            isUnavailable.compareAndSet(false, request.path().endsWith("/debit"));
            return null;
        };
        wallet.before = request -> isUnavailable.get() ? FakeWallet.FakeResponse.status(503) : null;
        assertThat(result(load(1000, Duration.ofMillis(100))))
                .returns("not audited", Job.Result::verdict)
                .satisfies(result -> assertThat(result.findings()).anyMatch(why -> why.contains("stays open: 503")));
        wallet.before = request -> FakeWallet.FakeResponse.status(403);
        assertThat(result(load(1000, MINUTE)).verdict()).isEqualTo("could not start");
    }

    private Job.Result result(Job job) {
        try (var runs = runs(Kind.LOAD, MINUTE)) {
            var run = runs.start(() -> job);
            await().until(run::isOver);
            return run.summary().orElseThrow().result();
        }
    }
}
