package dev.operatorkit.simulator.wallet;

import dev.operatorkit.conformance.wire.Secret;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Fault;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.operator.Allowlist;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.OperatorSettings;
import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.simulator.round.CallbackEngine;
import dev.operatorkit.simulator.round.CallbackEngineFixture;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.server.SimulatorSettings;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Runs a wallet and a simulator whose operator {@code demo} it belongs to for each test. */
public abstract class SimulatorTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    protected final FakeWallet wallet = new FakeWallet();
    protected Simulator simulator;

    @BeforeEach
    void startSimulator() {
        simulator = Simulator.start(settings());
    }

    @AfterEach
    void stopSimulator() throws IOException {
        simulator.close();
        wallet.close();
    }

    protected SimulatorSettings settings() {
        return SimulatorSettings.local(operator(FakeWallet.SECRET, wallet.url()));
    }

    /** Returns the operator {@code demo} with this secret and wallet. */
    public static Operator operator(String secret, String wallet) {
        return new Operator(
                "demo",
                SecretKeys.of(secret),
                WalletAddress.parse(wallet),
                Allowlist.OPEN,
                OperatorSettings.DEFAULT,
                Secret.of(secret),
                null);
    }

    protected CallbackEngine engine() {
        return simulator.callbackEngine();
    }

    /** Plays a round of player-1 at the operator {@code demo}, with a stake in cents. */
    protected GameRound spin(long stake, SpinOutcome outcome) {
        var session = new PlayerSession("demo", "player-1", "cherry-rush", "token-1", CallbackEngineFixture.EUR);
        return engine().rounds().spin(session, CallbackEngineFixture.eur(stake), outcome);
    }

    /** Switches a fault on until it is switched off. */
    public static Fault switchOn(Simulator simulator, FaultKind kind, CallbackKind callback) {
        var faults = simulator.callbackEngine().faults();
        return faults.switchOn(kind, null, callback, null, Fault.UNTIL_SWITCHED_OFF, null);
    }

    /** Returns the newest exchange that fulfils these conditions: names and values in turn. */
    public static Entry newest(Simulator simulator, String... filter) {
        var transcript = simulator.callbackEngine().transcript();
        return transcript.search(Filter.of(filter), 0, 1).getFirst();
    }

    protected HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return get(simulator, path);
    }

    protected HttpResponse<String> post(String path, String form) throws IOException, InterruptedException {
        return post(simulator, path, form);
    }

    /** Reads a page as a program with the admin token does. */
    public static HttpResponse<String> get(Simulator simulator, String path) throws IOException, InterruptedException {
        return send(request(simulator, path));
    }

    /** Sends a form as the script of a page does. */
    public static HttpResponse<String> post(Simulator simulator, String path, String form)
            throws IOException, InterruptedException {
        return send(request(simulator, path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form)));
    }

    private static HttpRequest.Builder request(Simulator simulator, String path) {
        return HttpRequest.newBuilder(simulator.address().resolve(path))
                .header("X-Simulator-Token", simulator.adminToken());
    }

    public static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }
}
