package dev.operatorkit.simulator.round;

import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.delivery.CallbackSender;
import dev.operatorkit.simulator.delivery.Deliveries;
import dev.operatorkit.simulator.delivery.ReversalListener;
import dev.operatorkit.simulator.delivery.RoundQueries;
import dev.operatorkit.simulator.delivery.RoundStore;
import dev.operatorkit.simulator.delivery.RoundTimes;
import dev.operatorkit.simulator.fault.ActiveFaults;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.transcript.Transcript;
import dev.operatorkit.simulator.wallet.TargetPolicy;

/** Builds and holds the parts of the simulator that call the wallets. */
public final class CallbackEngine implements AutoCloseable {
    private final ActiveFaults faults = new ActiveFaults();
    private final Transcript transcript;
    private final CallbackSender sender;
    private final RoundStore store;
    private final RoundQueries queries;
    private final Deliveries deliveries;
    private final RoundTimes times;
    private final SimulatorClock clock;
    private final Rounds rounds;

    /**
     * Creates the engine and resumes the deliveries left by an earlier simulator. Closing it closes the transcript.
     *
     * @param listener is notified of reverted rounds
     */
    public CallbackEngine(
            Operators operators,
            SimulatorClock clock,
            Database database,
            TargetPolicy targets,
            TrustedCertificates trust,
            OutcomeSource chances,
            Transcript transcript,
            ReversalListener listener) {
        var random = chances.generator();
        this.transcript = transcript;
        sender = new CallbackSender(operators, clock, faults, transcript, targets, trust);
        store = new RoundStore(database, clock, listener);
        queries = new RoundQueries(database);
        times = new RoundTimes(database, clock);
        this.clock = clock;
        deliveries = new Deliveries(store, sender, operators, clock, random);
        rounds = new Rounds(store, sender, deliveries, clock, chances.payTable(), random);
        clock.onMove(deliveries::wake);
        deliveries.start();
    }

    /** Returns the faults. */
    public ActiveFaults faults() {
        return faults;
    }

    /** Returns the transcript of all exchanges. */
    public Transcript transcript() {
        return transcript;
    }

    /** Returns the sender of callbacks. */
    public CallbackSender sender() {
        return sender;
    }

    /** Returns the store of rounds, retry queue, manual review and histories. */
    public RoundStore store() {
        return store;
    }

    /** Returns the queries over several rounds. */
    public RoundQueries queries() {
        return queries;
    }

    /** Returns the deliveries of settlements. */
    public Deliveries deliveries() {
        return deliveries;
    }

    /** Returns the player of rounds. */
    public Rounds rounds() {
        return rounds;
    }

    /** Moves the clock back to real time, and with it the times of queued settlements, so that none waits for the time it showed. */
    public void returnToRealTime() {
        times.moveBack(clock.reset());
        deliveries.wake();
    }

    @Override
    public void close() {
        deliveries.close();
        sender.close();
        transcript.close();
    }
}
