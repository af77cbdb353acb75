package dev.operatorkit.simulator.delivery;

import dev.operatorkit.conformance.transport.Transport;
import dev.operatorkit.conformance.wire.WalletAddress;
import dev.operatorkit.money.Money;
import dev.operatorkit.signing.SecretKeys;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.SpinOutcome;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.fault.ActiveFaults;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.operator.PlayerSession;
import dev.operatorkit.simulator.round.OutcomeSource;
import dev.operatorkit.simulator.round.Rounds;
import dev.operatorkit.simulator.transcript.Transcript;
import dev.operatorkit.simulator.wallet.WalletCaller;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executor;

/**
 * Runs the provider's own rounds, queue and deliveries, with transport, clock and threads from a simulation. One instance
 * is one process of the provider; the next one on the same database resumes its work.
 */
public final class ControlledProvider {
    private static final String OPERATOR = "operator";

    private final RoundStore store;
    private final Deliveries deliveries;
    private final Rounds rounds;

    /** Starts a process on a database. */
    public ControlledProvider(
            Tables tables, SecretKeys keys, Clock system, Transport transport, Executor threads, long seed) {
        var clock = new SimulatorClock(system);
        var operator = Operator.of(OPERATOR, keys, WalletAddress.parse("http://wallet.example:8080/wallet"));
        var operators = new Operators(List.of(operator));
        var sender = new CallbackSender(
                operators,
                clock,
                new ActiveFaults(),
                tables.transcript,
                (wallet, signing, limits) -> new WalletCaller(wallet, signing, system, transport));
        var chances = OutcomeSource.of(seed);
        tables.clock = clock;
        store = tables.rounds;
        deliveries = new Deliveries(store, sender, operators, clock, new Random(seed), threads);
        rounds = new Rounds(store, sender, deliveries, clock, chances.payTable(), chances.generator());
    }

    /** Holds the database of the provider, which outlives its processes and is emptied for each run. */
    public static final class Tables implements AutoCloseable {
        private final Database database = Database.inMemory();
        private final Database exchanges = Database.inMemory();
        private final Transcript transcript = new Transcript(exchanges, 1);
        private Clock clock = Clock.systemUTC();
        // Creates its tables, so it is created once and asks for the time of the process that runs.
        private final RoundStore rounds = new RoundStore(
                database, ((InstantSource) () -> clock.instant()).withZone(ZoneOffset.UTC), (transaction, round) -> {});

        /** Deletes all rounds. */
        public void clear() {
            database.sql().execute("delete from round_attempt");
            database.sql().execute("delete from game_round");
        }

        @Override
        public void close() {
            transcript.close();
            exchanges.close();
            database.close();
        }
    }

    /** Queues the rollbacks of the debits that an earlier process left without an answer. */
    public void resume() {
        deliveries.resume();
    }

    /** Starts the deliveries that are due. */
    public void startDue() {
        deliveries.startDue();
    }

    /** Returns the time of the next delivery. */
    public Optional<Instant> nextDue() {
        return store.nextDue(OPERATOR);
    }

    /** Plays a round. */
    public GameRound spin(String account, String token, Money stake, SpinOutcome outcome) {
        return rounds.spin(new PlayerSession(OPERATOR, account, "game", token, stake.currency()), stake, outcome);
    }

    /** Returns a round. */
    public Optional<GameRound> find(String roundId) {
        return store.find(roundId);
    }
}
