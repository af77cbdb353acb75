package dev.operatorkit.simulator.testkit;

import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.CallbackKind;
import dev.operatorkit.simulator.Fault;
import dev.operatorkit.simulator.FaultKind;
import dev.operatorkit.simulator.Faults;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.launch.GameSession;
import dev.operatorkit.simulator.launch.GameSessions.NotOpened;
import dev.operatorkit.simulator.launch.GameSessions.Opened;
import dev.operatorkit.simulator.launch.LaunchRequest;
import dev.operatorkit.simulator.server.Simulator;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.wire.Game;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Controls the provider in a test: opens games, plays rounds against the wallet under test, and moves its clock. Thread-safe. */
public final class ProviderSimulator implements AutoCloseable {
    private static final Duration END_TIMEOUT = Duration.ofSeconds(30);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int MAX_EXCHANGES = 10_000;

    private final Simulator simulator;
    private final String operator;

    ProviderSimulator(Simulator simulator, String operator) {
        this.simulator = simulator;
        this.operator = operator;
    }

    /** Sets the address of the wallet under test, including its prefix (SIG-3). */
    public void wallet(String address) {
        var wallet = WalletAddress.parse(address);
        simulator.operators().change(operator, before -> before.withWallet(wallet));
    }

    /** Returns the address of the Customer API. */
    public URI address() {
        return simulator.address();
    }

    /** Returns a new link that opens the console in a browser, once. The link before it no longer does. */
    public URI consoleLink() {
        return simulator.consoleLink();
    }

    /** Returns the simulator's clock: move it forward, and three days of retries take a moment (DEL-1). */
    public SimulatorClock clock() {
        return simulator.clock();
    }

    /** Returns the faults that a test can switch on. */
    public Faults faults() {
        return simulator.callbackEngine().faults();
    }

    /** Applies a fault to the next callbacks of this kind, this many times. */
    public Fault fault(FaultKind kind, CallbackKind callback, int times) {
        return faults().switchOn(kind, operator, callback, null, times, null);
    }

    /** Opens the first game of the catalogue for the holder of a session token. */
    public PlayerInGame open(String token, CurrencyCode currency) {
        var game = simulator.catalogue().games(operator).stream()
                .filter(Game::available)
                .findFirst()
                .orElseThrow();
        return open(game.slug(), token, currency);
    }

    /**
     * Opens a game for the holder of a session token.
     *
     * @throws AssertionError if the wallet's responses prevent the launch (LAU-11)
     */
    public PlayerInGame open(String game, String token, CurrencyCode currency) {
        var browser = InetAddress.getLoopbackAddress();
        var request = new LaunchRequest.RealMoney(game, browser, null, currency, token);
        simulator.launches().findObstacle(operator, request).ifPresent(why -> {
            throw new AssertionError("the game cannot be launched: " + why);
        });
        var launch = simulator.launches().create(operator, request);
        var opening = simulator.sessions().open(launch.id(), browser);
        if (opening instanceof Opened opened) {
            return new PlayerInGame(simulator, (GameSession.RealMoney) opened.session());
        }
        throw new AssertionError(((NotOpened) opening).reason());
    }

    /**
     * Waits until the round has ended and returns it.
     *
     * @throws AssertionError if it was not closed by a credit (RND-2); the message contains its history
     */
    public GameRound expectSettled(GameRound round) {
        return expect(round, RoundState.SETTLED);
    }

    /**
     * Waits until the round has ended and returns it.
     *
     * @throws AssertionError if it was not closed by a rollback (RND-3); the message contains its history
     */
    public GameRound expectReverted(GameRound round) {
        return expect(round, RoundState.REVERTED);
    }

    /**
     * Waits until the round has ended and returns it.
     *
     * @throws AssertionError if the wallet did not refuse its debit (D-31); the message contains its history
     */
    public GameRound expectRefused(GameRound round) {
        return expect(round, RoundState.REFUSED);
    }

    private GameRound expect(GameRound round, RoundState wanted) {
        var end = end(round);
        if (end.state() != wanted) {
            throw new AssertionError("the round is " + end.state() + ", not " + wanted + "; " + describeHistory(end));
        }
        return end;
    }

    /**
     * Waits until the simulator has finished a round, and returns it. While its settlement waits for the next attempt,
     * moves the clock to that moment, so that three days of retries end in {@link RoundState#REVIEW} quickly.
     *
     * @throws AssertionError if the round stays open; the message contains its history
     */
    public GameRound end(GameRound round) {
        var started = System.nanoTime();
        var now = find(round);
        while (!now.state().isFinal() && now.state() != RoundState.REVIEW) {
            if (System.nanoTime() - started > END_TIMEOUT.toNanos()) {
                throw new AssertionError("the round is still " + now.state() + "; " + describeHistory(now));
            }
            forwardToNextAttempt(now);
            LockSupport.parkNanos(PAUSE_NANOS);
            now = find(round);
        }
        return now;
    }

    private GameRound find(GameRound round) {
        return simulator.callbackEngine().store().find(round.id()).orElseThrow();
    }

    private void forwardToNextAttempt(GameRound round) {
        var next = round.nextAt();
        var wait = next == null
                ? Duration.ZERO
                : Duration.between(simulator.clock().instant(), next);
        if (wait.compareTo(Duration.ZERO) > 0) {
            simulator.clock().forward(wait);
        }
    }

    private String describeHistory(GameRound round) {
        var history = new StringBuilder("history:");
        for (var attempt : simulator.callbackEngine().store().history(round.id())) {
            history.append("\n  ").append(attempt.kind()).append(": ").append(attempt.verdict());
        }
        return history.toString();
    }

    /** Returns the exchanges of a round, in order and byte for byte. */
    public List<RecordedExchange> exchanges(GameRound round) {
        var entries = simulator.callbackEngine().transcript().since(Filter.ofRound(round.id()), 0, MAX_EXCHANGES);
        return entries.stream().map(ProviderSimulator::exchange).toList();
    }

    private static RecordedExchange exchange(Entry entry) {
        return new RecordedExchange(
                CallbackKind.valueOf(entry.kind()),
                entry.attempt(),
                entry.at(),
                entry.status(),
                entry.verdict(),
                entry.fault(),
                entry.request(),
                entry.signed(),
                entry.response());
    }

    @Override
    public void close() {
        simulator.close();
    }
}
