package dev.operatorkit.simulator.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.SigningSecret;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.WalletAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests when a conformance run is refused, what it says about other callbacks, and what a stop of the simulator leaves. */
class ConformanceRunsTest {
    private static final String NOT_SHOWN = "The cases of this run cannot be shown: ";

    @SuppressWarnings("NullAway.Init") // JUnit starts it
    private FakeWallet wallet;

    @SuppressWarnings("NullAway.Init") // JUnit starts it
    private Simulator simulator;

    @BeforeEach
    void start() throws IOException {
        wallet = new FakeWallet();
        simulator = Simulator.start(settings().build());
    }

    private SimulatorSettings.Builder settings() {
        return SimulatorSettings.builder(
                Operator.of("demo", SecretKeys.of(FakeWallet.SECRET), WalletAddress.parse(wallet.url()))
                        .withSecret(SigningSecret.of(FakeWallet.SECRET)));
    }

    private void restartIn(Path data) {
        simulator.close();
        simulator = Simulator.start(settings().data(data).build());
    }

    @AfterEach
    void stop() throws IOException {
        simulator.close();
        wallet.close();
    }

    private String post(String path, String form) throws IOException, InterruptedException {
        return ConsoleClient.post(simulator, path, form).body();
    }

    private String get(String path) throws IOException, InterruptedException {
        return ConsoleClient.get(simulator, path).body();
    }

    private String certify(String address, String only) throws IOException, InterruptedException {
        return post("/conformance", "operator=demo&token=token-1&token2=token-2&only=" + only + "&wallet=" + address);
    }

    @Test
    void a_run_that_cannot_start_shows_the_reason() throws Exception {
        assertThat(certify("http://192.168.7.7/wallet", "*")).contains("--allow-private-addresses");
    }

    @Test
    void a_run_is_refused_while_a_load_run_plays_against_the_same_wallet() throws Exception {
        post("/load", "operator=demo&players=2&rounds=1000000&wallet=" + wallet.url());
        assertThat(certify(wallet.url(), "*")).contains("A load run plays against this wallet");
        post("/load/stop", "");
        await().until(() -> get("/load").contains("stopped, the ledger balances"));
    }

    @Test
    void callbacks_that_the_simulator_sent_during_a_run_are_named() throws Exception {
        wallet.before = request -> {
            wallet.before = any -> null;
            simulator.callbackEngine().rounds().enter("demo", "cherry-rush", "token-3");
            return null;
        };
        certify(wallet.url(), "player-*");
        await().until(() -> get("/conformance/1").contains("Open the report"));
        assertThat(get("/conformance/1")).contains("this simulator also sent 1 callback ");
    }

    @Test
    void a_cause_says_what_happened_before_the_rule_and_its_case_has_a_title() throws Exception {
        certify(wallet.url(), "debit-of-an-unknown-player");
        await().until(() -> get("/conformance/1").contains("Open the report"));
        assertThat(get("/conformance/1"))
                .contains("Expected anything but 200 for a debit of an unknown player; actual: status 200 <span")
                .contains("<p class=\"rule-text\">A debit subtracts the stake");
        assertThat(get("/conformance/1/cases/debit-of-an-unknown-player"))
                .containsPattern("<h1>[A-Z][^<]*unknown player")
                .contains("<code>debit-of-an-unknown-player</code>");
    }

    @Test
    void a_run_settles_its_debits_when_the_simulator_is_stopped() throws Exception {
        certify(wallet.url(), "*");
        await().until(() -> wallet.movements().values().stream()
                .anyMatch(movement -> movement.kind().equals("debit")));
        simulator.close();
        var settled = wallet.movements().values().stream()
                .map(FakeWallet.Movement::reference)
                .collect(Collectors.toSet());
        assertThat(wallet.movements().entrySet())
                .filteredOn(entry -> entry.getValue().kind().equals("debit"))
                .allMatch(entry -> settled.contains(entry.getKey()));
    }

    @Test
    void a_kept_run_that_could_not_be_read_is_shown_as_soon_as_it_can_be(@TempDir Path data) throws Exception {
        restartIn(data);
        certify(wallet.url(), "debit-subtracts-the-stake");
        await().until(() -> get("/conformance/1").contains("Open the report"));
        restartIn(data);

        var bundle = data.resolve("runs/conformance/1/bundle.zip");
        var away = Files.move(bundle, data.resolve("bundle.zip"));
        assertThat(get("/conformance/1")).contains(NOT_SHOWN).doesNotContain("/conformance/1/cases/");
        Files.move(away, bundle);
        assertThat(get("/conformance/1"))
                .contains("/conformance/1/cases/debit-subtracts-the-stake")
                .doesNotContain(NOT_SHOWN);
    }
}
