package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.play.PlaySettings;
import dev.operatorkit.simulator.round.PayTable;
import dev.operatorkit.simulator.runs.LoadSummary;
import dev.operatorkit.simulator.runs.RunFolder;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.RawServer;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import dev.operatorkit.simulator.wallet.Trust;
import dev.operatorkit.simulator.wallet.WalletAddress;
import dev.operatorkit.simulator.wallet.WalletCaller;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a stop of the simulator leaves of a load run. */
class LoadRunsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path data;

    @SuppressWarnings("NullAway.Init") // JUnit starts it
    private FakeWallet wallet;

    @BeforeEach
    void start() throws IOException {
        wallet = new FakeWallet();
    }

    @AfterEach
    void stop() throws IOException {
        wallet.close();
        http.close();
    }

    @Test
    void a_run_settles_its_debits_and_is_kept_when_the_simulator_is_stopped() {
        try (var runs = new LoadRuns(Clock.systemUTC(), data, MINUTE, MINUTE)) {
            start(runs);
            awaitCredit();
        }
        var settled = wallet.movements().values().stream()
                .map(FakeWallet.Movement::reference)
                .collect(Collectors.toSet());
        assertThat(wallet.movements().entrySet())
                .filteredOn(entry -> entry.getValue().kind().equals("debit"))
                .allMatch(entry -> settled.contains(entry.getKey()));
        assertThat(RunFolder.open(data, "load", LoadSummary.class, 200).kept().values())
                .singleElement()
                .returns("stopped, the ledger balances", LoadSummary::outcome);
    }

    @Test
    void a_run_whose_first_rounds_stay_open_has_started() {
        var isAway = new AtomicBoolean();
        wallet.after = request -> {
            isAway.compareAndSet(false, request.path().endsWith("/debit"));
            return null;
        };
        wallet.before = request -> isAway.get() ? FakeWallet.FakeResponse.status(503) : null;
        try (var runs = new LoadRuns(Clock.systemUTC(), null, MINUTE, Duration.ofMillis(100))) {
            assertThat(progressAtEnd(runs)).contains("The ledger was not audited", "stays open: 503");
        }
    }

    @Test
    void a_run_whose_wallet_rejects_its_token_could_not_start() {
        wallet.before = request -> FakeWallet.FakeResponse.status(403);
        try (var runs = new LoadRuns(Clock.systemUTC(), null, MINUTE, MINUTE)) {
            assertThat(progressAtEnd(runs)).contains("The run could not start");
        }
    }

    @Test
    void the_wallets_version_is_what_the_operator_gave_or_else_its_server_header() throws Exception {
        wallet.before = request -> versioned(403, "Acme token-1 7.1", "{}");
        try (var runs = new LoadRuns(Clock.systemUTC(), data, MINUTE, MINUTE)) {
            for (var given : List.of("", "4.2")) {
                start(runs, given);
                await().until(() -> Objects.requireNonNull(runs.newest()).isOver());
            }
        }
        assertThat(RunFolder.open(data, "load", LoadSummary.class, 200).kept().values())
                .extracting(LoadSummary::walletVersion)
                .containsExactly("4.2", "Acme $TOKEN1 7.1");
        assertThat(keptRuns()).contains("<span class=\"quiet-words\">Acme $TOKEN1 7.1</span>");
    }

    @Test
    void a_run_shows_the_wallets_version_and_one_without_a_version_is_read_and_shows_none() throws Exception {
        wallet.before = request -> request.path().endsWith("/player") ? versioned(200, "Acme 7.1", player()) : null;
        try (var simulator = simulator()) {
            play(simulator, 1, 2);
            await().until(() -> get(simulator).contains("The ledger balances"));
            assertThat(get(simulator)).contains("wallet version <span>Acme 7.1</span>");
        }
        var file = data.resolve("runs/load/1/run.json");
        Files.writeString(file, Files.readString(file).replace("Acme 7.1", ""));
        assertThat(keptRuns()).contains("Run 1</th>").doesNotContain("wallet version", "is damaged");
    }

    private static FakeWallet.FakeResponse versioned(int status, String server, String body) {
        var response = new String(RawServer.json(status, body), StandardCharsets.US_ASCII)
                .replaceFirst("\r\n", "\r\nServer: " + server + "\r\n");
        return out -> out.write(response.getBytes(StandardCharsets.US_ASCII));
    }

    private String player() {
        return String.format(
                Locale.ROOT,
                "{\"accountId\":\"player-1\",\"displayName\":\"Ann\",\"balance\":"
                        + "{\"amount\":%.2f,\"currency\":\"EUR\",\"updatedAt\":\"2026-01-01T00:00:00Z\"}}",
                wallet.balance("player-1") / 100.0);
    }

    /** Starts a run and returns what the console shows after its end. */
    private String progressAtEnd(LoadRuns runs) {
        start(runs);
        await().until(() -> Objects.requireNonNull(runs.newest()).isOver());
        var output = new StringOutput();
        PageRenderer.engine().render("load_progress.jte", Map.of("run", Objects.requireNonNull(runs.newest())), output);
        return output.toString();
    }

    private void start(LoadRuns runs) {
        start(runs, "");
    }

    private void start(LoadRuns runs, String walletVersion) {
        runs.start(
                new WalletCaller(
                        WalletAddress.parse(wallet.url()),
                        SecretKeys.of(FakeWallet.SECRET),
                        Clock.systemUTC(),
                        CallLimits.DEFAULT,
                        TargetPolicy.LOOPBACK,
                        Trust.system(Clock.systemUTC())),
                new PlaySettings(
                        List.of("token-1", "token-2"),
                        "cherry-rush",
                        1_000_000,
                        16,
                        11,
                        0,
                        0,
                        PlaySettings.parseStake("1.00"),
                        PayTable.USUAL),
                new LoadRuns.Description("demo", "", walletVersion));
    }

    private void awaitCredit() {
        await().until(() -> wallet.movements().values().stream()
                .anyMatch(movement -> movement.kind().equals("credit")));
    }

    @Test
    void a_run_whose_wallet_does_not_respond_is_kept_with_the_number_of_its_open_debits() throws Exception {
        try (var simulator = simulator()) {
            play(simulator, 2, 1_000_000);
            wallet.before = request -> FakeWallet.FakeResponse.none();
        }
        assertThat(keptRuns())
                .contains("not audited")
                .containsPattern("<tr class=\"reason\"><td [^>]*>.*before the audit; [1-9]\\d* debits may be open");
    }

    private Simulator simulator() {
        return Simulator.start(SimulatorSettings.builder(
                        Operator.of("demo", SecretKeys.of(FakeWallet.SECRET), WalletAddress.parse(wallet.url())))
                .data(data)
                .build());
    }

    /** Starts a run, and waits for its first settlement. */
    private void play(Simulator simulator, int players, int rounds) throws IOException, InterruptedException {
        send(HttpRequest.newBuilder(simulator.address().resolve("/load"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("X-Simulator-Token", simulator.adminToken())
                .POST(BodyPublishers.ofString(
                        "operator=demo&players=" + players + "&rounds=" + rounds + "&wallet=" + wallet.url())));
        awaitCredit();
    }

    private String keptRuns() throws IOException, InterruptedException {
        try (var simulator = simulator()) {
            return get(simulator);
        }
    }

    private String get(Simulator simulator) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(simulator.address().resolve("/load")));
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString()).body();
    }
}
