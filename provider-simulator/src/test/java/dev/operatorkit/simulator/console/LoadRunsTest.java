package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.WalletAddress;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a stop of the simulator leaves of a load run. */
class LoadRunsTest {
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
    void a_run_settles_its_debits_and_is_kept_when_the_simulator_is_stopped() throws Exception {
        try (var simulator = simulator()) {
            play(simulator);
        }
        var settled = wallet.movements().values().stream()
                .map(FakeWallet.Movement::reference)
                .collect(Collectors.toSet());
        assertThat(wallet.movements().entrySet())
                .filteredOn(entry -> entry.getValue().kind().equals("debit"))
                .allMatch(entry -> settled.contains(entry.getKey()));
        assertThat(keptRuns()).contains("stopped, the ledger balances").doesNotContain("cut off");
    }

    @Test
    void a_run_whose_wallet_does_not_respond_is_kept_with_the_number_of_its_open_debits() throws Exception {
        try (var simulator = simulator()) {
            play(simulator);
            wallet.before = request -> FakeWallet.FakeResponse.none();
        }
        assertThat(keptRuns())
                .contains("not audited")
                .containsPattern("before the audit; [1-9]\\d* debits may be open");
    }

    private Simulator simulator() {
        return Simulator.start(SimulatorSettings.builder(
                        Operator.of("demo", SecretKeys.of(FakeWallet.SECRET), WalletAddress.parse(wallet.url())))
                .data(data)
                .build());
    }

    /** Starts a run, and waits for its first settlement. */
    private void play(Simulator simulator) throws IOException, InterruptedException {
        send(HttpRequest.newBuilder(simulator.address().resolve("/load"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("X-Simulator-Token", simulator.adminToken())
                .POST(BodyPublishers.ofString("operator=demo&players=2&rounds=1000000&wallet=" + wallet.url())));
        await().until(() -> wallet.movements().values().stream()
                .anyMatch(movement -> movement.kind().equals("credit")));
    }

    private String keptRuns() throws IOException, InterruptedException {
        try (var simulator = simulator()) {
            return send(HttpRequest.newBuilder(simulator.address().resolve("/load")));
        }
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString()).body();
    }
}
