package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.BalanceTrail;
import dev.operatorkit.conformance.wire.Exchange;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the exchanges, observations and balances of a case, in the order of the responses. */
public final class CaseLog {
    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
    private final List<Observation> observations = new CopyOnWriteArrayList<>();
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private final BalanceTrail balances = new BalanceTrail();

    void record(Exchange exchange) {
        exchanges.add(exchange);
    }

    /** Adds an exchange of an earlier case, on whose response this one builds. */
    void recordOnce(Exchange exchange) {
        if (!exchanges.contains(exchange)) {
            exchanges.add(exchange);
        }
    }

    void record(Observation observation) {
        observations.add(observation);
    }

    void note(String text) {
        notes.add(text);
    }

    /** Returns sentences about the case, with any result. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** Returns every exchange, in the order of the responses. */
    public List<Exchange> exchanges() {
        return List.copyOf(exchanges);
    }

    /** Returns the behaviour of the wallet where the specification is open. */
    public List<Observation> observations() {
        return List.copyOf(observations);
    }

    /** Returns the balances and movements. */
    public BalanceTrail balances() {
        return balances;
    }
}
