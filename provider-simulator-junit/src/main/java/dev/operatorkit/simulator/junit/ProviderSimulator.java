package dev.operatorkit.simulator.junit;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.simulator.Simulator;
import dev.operatorkit.simulator.delivery.Round;
import dev.operatorkit.simulator.delivery.RoundState;
import dev.operatorkit.simulator.fault.Fault;
import dev.operatorkit.simulator.fault.FaultKind;
import dev.operatorkit.simulator.fault.Faults;
import dev.operatorkit.simulator.launch.GameSession;
import dev.operatorkit.simulator.launch.GameSessions.NotOpened;
import dev.operatorkit.simulator.launch.GameSessions.Opened;
import dev.operatorkit.simulator.launch.LaunchRequest;
import dev.operatorkit.simulator.time.SimulatorClock;
import dev.operatorkit.simulator.transcript.Entry;
import dev.operatorkit.simulator.transcript.Filter;
import dev.operatorkit.simulator.wallet.CallbackKind;
import dev.operatorkit.simulator.wallet.WalletAddress;
import dev.operatorkit.wire.Game;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The provider in a test's hand: opens games, plays rounds against the wallet under test, moves its own time. */
public final class ProviderSimulator implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(5);
    private static final int MOST_EXCHANGES = 10_000;

    private final Simulator simulator;
    private final String operator;

    ProviderSimulator(Simulator simulator, String operator) {
        this.simulator = simulator;
        this.operator = operator;
    }

    /** Says where the wallet under test has mounted its callbacks, prefix included (SIG-3). */
    public void wallet(String address) {
        var wallet = WalletAddress.parse(address);
        simulator.operators().change(operator, before -> before.withWallet(wallet));
    }

    /** Where the Customer API answers. */
    public URI address() {
        return simulator.address();
    }

    /** The simulator's time: move it forward, and three days of retries take a moment (DEL-1). */
    public SimulatorClock clock() {
        return simulator.clock();
    }

    /** All that goes wrong on demand. */
    public Faults faults() {
        return simulator.callbackEngine().faults();
    }

    /** Lets that go wrong with the next so many callbacks of that kind. */
    public Fault fault(FaultKind kind, CallbackKind callback, int times) {
        return faults().switchOn(kind, operator, callback, null, times, null);
    }

    /** All of the simulator, for what has no short word here. */
    public Simulator simulator() {
        return simulator;
    }

    /** Opens the first game of the catalogue for the holder of a session token. */
    public PlayerInGame open(String token, String currency) {
        var game = simulator.catalogue().games(operator).stream()
                .filter(Game::available)
                .findFirst()
                .orElseThrow();
        return open(game.slug(), token, currency);
    }

    /** Opens a game for the holder of a session token; AssertionError when the wallet does not let it start (LAU-11). */
    public PlayerInGame open(String game, String token, String currency) {
        var browser = InetAddress.getLoopbackAddress();
        var request = new LaunchRequest.RealMoney(game, browser, null, CurrencyCode.of(currency), token);
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

    /** The round as it is once a credit has closed it (RND-2); AssertionError with its history when it ends otherwise. */
    public Round expectSettled(Round round) {
        return expect(round, RoundState.SETTLED);
    }

    /** The round as it is once a rollback has closed it (RND-3); AssertionError with its history when it ends otherwise. */
    public Round expectReverted(Round round) {
        return expect(round, RoundState.REVERTED);
    }

    /** The round whose debit the wallet refused (D-31); AssertionError with its history when it ends otherwise. */
    public Round expectRefused(Round round) {
        return expect(round, RoundState.REFUSED);
    }

    private Round expect(Round round, RoundState wanted) {
        var end = end(round);
        if (end.state() != wanted) {
            throw new AssertionError("the round is " + end.state() + ", not " + wanted + "; " + story(end));
        }
        return end;
    }

    /**
     * Waits until the simulator will do nothing more for a round, and hands it back as it then is. While its settlement
     * waits for the next attempt, the clock is moved to that moment, so that three days of retries end in
     * {@link RoundState#REVIEW} soon. AssertionError with the round's history when it stays open.
     */
    public Round end(Round round) {
        var started = System.nanoTime();
        var now = find(round);
        while (!now.state().isFinal() && now.state() != RoundState.REVIEW) {
            if (System.nanoTime() - started > PATIENCE.toNanos()) {
                throw new AssertionError("the round is still " + now.state() + "; " + story(now));
            }
            hurry(now);
            LockSupport.parkNanos(PAUSE);
            now = find(round);
        }
        return now;
    }

    private Round find(Round round) {
        return simulator.callbackEngine().store().find(round.id()).orElseThrow();
    }

    private void hurry(Round round) {
        var next = round.nextAt();
        var wait = next == null
                ? Duration.ZERO
                : Duration.between(simulator.clock().instant(), next);
        if (wait.compareTo(Duration.ZERO) > 0) {
            simulator.clock().forward(wait);
        }
    }

    private String story(Round round) {
        var story = new StringBuilder("it went so:");
        for (var attempt : simulator.callbackEngine().store().history(round.id())) {
            story.append("\n  ").append(attempt.kind()).append(": ").append(attempt.verdict());
        }
        return story.toString();
    }

    /** What went over the wire for a round, in order, to the byte. */
    public List<Entry> exchanges(Round round) {
        return simulator.callbackEngine().transcript().since(Filter.ofRound(round.id()), 0, MOST_EXCHANGES);
    }

    @Override
    public void close() {
        simulator.close();
    }
}
