package dev.operatorkit.simulator.round;

import dev.operatorkit.conformance.transport.CallLimits;
import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.raw.RawServer;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.delivery.Reconciliation;
import dev.operatorkit.simulator.delivery.RoundStore;
import dev.operatorkit.simulator.fault.ActiveFaults;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.OperatorSettings;
import dev.operatorkit.simulator.operator.OperatorSettings.CodeCollisions;
import dev.operatorkit.simulator.operator.OperatorSettings.DisabledCampaigns;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.simulator.transcript.Transcript;
import dev.operatorkit.simulator.wallet.CallbackSettings;
import dev.operatorkit.simulator.wallet.FakeWallet;
import dev.operatorkit.simulator.wallet.OptionalField;
import dev.operatorkit.simulator.wallet.RetrySchedule;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Queue;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Runs the callback engine of a simulator against a fake wallet. */
public final class CallbackEngineFixture implements AutoCloseable {
    public static final CurrencyCode EUR = CurrencyCode.of("EUR");

    public final FakeWallet wallet;
    public final Operators operators;
    public final SimulatorClock clock;
    public final CallbackEngine engine;
    private final Database database;

    public CallbackEngineFixture() {
        this(new FakeWallet(), null, CallbackSettings.DEFAULT);
    }

    /** Adds more operators to the one called {@code op}. */
    public CallbackEngineFixture(FakeWallet wallet, @Nullable Path data, CallbackSettings settings, Operator... more) {
        this.wallet = wallet;
        operators = new Operators(Stream.concat(Stream.of(operator("op", wallet.url(), settings)), Stream.of(more))
                .toList());
        clock = new SimulatorClock(Clock.systemUTC());
        database = Database.open(data, null);
        engine = engine(operators, clock, database);
    }

    public static CallbackEngine engine(Operators operators, SimulatorClock clock, Database database) {
        return CallbackEngine.start(
                operators,
                clock,
                database,
                TargetPolicy.LOOPBACK,
                TrustedCertificates.system(Clock.systemUTC()),
                OutcomeSource.of(7),
                new Transcript(database, 10_000),
                (transaction, round) -> {});
    }

    /** Returns settings with these limits of concurrent settlements and of the time of a call. */
    public static CallbackSettings settings(int concurrency, Duration call) {
        return new CallbackSettings(
                EnumSet.allOf(OptionalField.class),
                CallLimits.DEFAULT.withCall(call),
                concurrency,
                RetrySchedule.DEFAULT);
    }

    public static Operator operator(String id, String wallet, CallbackSettings settings) {
        var operator = Operator.of(id, SecretKeys.of(FakeWallet.SECRET), WalletAddress.parse(wallet));
        return operator.withSettings(
                new OperatorSettings(DisabledCampaigns.HIDDEN, CodeCollisions.REFUSE, 0, settings));
    }

    public static PlayerSession session(int player) {
        return new PlayerSession("op", "player-" + player, "a-game", "token-" + player, EUR);
    }

    public static Money eur(long minor) {
        return new Money(minor, EUR);
    }

    public RoundStore store() {
        return engine.store();
    }

    public Reconciliation review() {
        return engine.deliveries().reconciliation();
    }

    public ActiveFaults faults() {
        return engine.faults();
    }

    public Rounds rounds() {
        return engine.rounds();
    }

    public Queue<RawServer.Received> received() {
        return wallet.server().received;
    }

    public GameRound spin(SpinOutcome outcome) {
        return engine.rounds().spin(session(1), eur(100), outcome);
    }

    public GameRound current(GameRound round) {
        return engine.store().find(round.id()).orElseThrow();
    }

    /** Moves the clock forward step by step until the round is in this state. */
    public GameRound forwardUntil(GameRound round, RoundState state, Duration step) {
        Awaitility.await().until(() -> {
            if (current(round).state() != state) {
                clock.forward(step);
            }
            return current(round).state() == state;
        });
        return current(round);
    }

    /** Stops only the engine. */
    public void stop() {
        engine.close();
        database.close();
    }

    @Override
    public void close() throws IOException {
        stop();
        wallet.close();
    }
}
