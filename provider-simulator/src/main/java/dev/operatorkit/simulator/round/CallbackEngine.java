package dev.operatorkit.simulator.round;

import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.delivery.CallbackSender;
import dev.operatorkit.simulator.delivery.Deliveries;
import dev.operatorkit.simulator.delivery.ReversalListener;
import dev.operatorkit.simulator.delivery.RoundQueries;
import dev.operatorkit.simulator.delivery.RoundStore;
import dev.operatorkit.simulator.fault.Faults;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.time.SimulatorClock;
import dev.operatorkit.simulator.transcript.Transcript;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import dev.operatorkit.simulator.wallet.Trust;

/** Everything of the simulator that looks towards the wallets, put together. */
public final class CallbackEngine implements AutoCloseable {
    private final Faults faults = new Faults();
    private final Transcript transcript;
    private final CallbackSender sender;
    private final RoundStore store;
    private final RoundQueries queries;
    private final Deliveries deliveries;
    private final Rounds rounds;

    /**
     * Puts it together and takes up what was left by a simulator before this one; the transcript is closed with it.
     *
     * @param listener hears of reverted rounds
     */
    public CallbackEngine(
            Operators operators,
            SimulatorClock clock,
            Database database,
            TargetPolicy targets,
            Trust trust,
            OutcomeSource chances,
            Transcript transcript,
            ReversalListener listener) {
        var random = chances.generator();
        this.transcript = transcript;
        sender = new CallbackSender(operators, clock, faults, transcript, targets, trust);
        store = new RoundStore(database, clock, listener);
        queries = new RoundQueries(database);
        deliveries = new Deliveries(store, sender, operators, clock, random);
        rounds = new Rounds(store, sender, deliveries, clock, chances.payTable(), random);
        clock.onMove(deliveries::wake);
        deliveries.start();
    }

    /** What goes wrong on demand. */
    public Faults faults() {
        return faults;
    }

    /** What happened on the wire. */
    public Transcript transcript() {
        return transcript;
    }

    /** Sends callbacks. */
    public CallbackSender sender() {
        return sender;
    }

    /** The rounds, the retry queue, manual review, histories. */
    public RoundStore store() {
        return store;
    }

    /** What pages ask about several rounds at once. */
    public RoundQueries queries() {
        return queries;
    }

    /** What is being delivered; lookups and a person's decisions. */
    public Deliveries deliveries() {
        return deliveries;
    }

    /** Plays. */
    public Rounds rounds() {
        return rounds;
    }

    @Override
    public void close() {
        deliveries.close();
        sender.close();
        transcript.close();
    }
}
