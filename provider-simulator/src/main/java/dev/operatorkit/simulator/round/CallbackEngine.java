package dev.operatorkit.simulator.round;

import dev.operatorkit.conformance.transport.TrustedCertificates;
import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.SimulatorClock;
import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.database.Transaction;
import dev.operatorkit.simulator.delivery.CallbackSender;
import dev.operatorkit.simulator.delivery.Deliveries;
import dev.operatorkit.simulator.delivery.RoundQueries;
import dev.operatorkit.simulator.delivery.RoundStore;
import dev.operatorkit.simulator.fault.ActiveFaults;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.transcript.Transcript;
import dev.operatorkit.simulator.wallet.TargetPolicy;
import java.util.function.BiConsumer;

/**
 * Holds the parts of the simulator that call the wallets.
 *
 * @param store the store of rounds, retry queue, manual review and histories
 */
public record CallbackEngine(
        ActiveFaults faults,
        Transcript transcript,
        SimulatorClock clock,
        CallbackSender sender,
        RoundStore store,
        RoundQueries queries,
        Deliveries deliveries,
        Rounds rounds)
        implements AutoCloseable {
    /** Starts an engine, which resumes the deliveries left by an earlier simulator. Closing it closes the transcript. */
    public static CallbackEngine start(
            Operators operators,
            SimulatorClock clock,
            Database database,
            TargetPolicy targets,
            TrustedCertificates trust,
            OutcomeSource chances,
            Transcript transcript,
            BiConsumer<Transaction, GameRound> whenReverted) {
        var faults = new ActiveFaults();
        var random = chances.generator();
        var sender = new CallbackSender(operators, clock, faults, transcript, targets, trust);
        var store = new RoundStore(database, clock, whenReverted);
        var deliveries = new Deliveries(store, sender, operators, clock, random);
        var rounds = new Rounds(store, sender, deliveries, clock, chances.payTable(), random);
        clock.onMove(deliveries::wake);
        deliveries.start();
        return new CallbackEngine(
                faults, transcript, clock, sender, store, new RoundQueries(database), deliveries, rounds);
    }

    /** Moves the clock back to real time, and with it the times of queued settlements, so that none waits for the time it showed. */
    public void returnToRealTime() {
        store.moveBack(clock.reset());
        deliveries.wake();
    }

    @Override
    public void close() {
        deliveries.close();
        sender.close();
        transcript.close();
    }
}
