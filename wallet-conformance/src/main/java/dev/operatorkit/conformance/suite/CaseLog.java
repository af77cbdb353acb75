package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.money.BalanceTrail;
import dev.operatorkit.conformance.wire.Exchange;
import java.util.ArrayList;
import java.util.List;

/** Keeps what a case saw, in the order of the responses: exchanges, observations and balances. */
public final class CaseLog {
    private final List<Exchange> exchanges = new ArrayList<>();
    private final List<Observation> observations = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final BalanceTrail balances = new BalanceTrail();

    synchronized void record(Exchange exchange) {
        exchanges.add(exchange);
    }

    /** Adds an exchange of an earlier case, on whose response this one builds. */
    synchronized void recordOnce(Exchange exchange) {
        if (!exchanges.contains(exchange)) {
            exchanges.add(exchange);
        }
    }

    synchronized void record(Observation observation) {
        observations.add(observation);
    }

    /** Adds a sentence about the case, with any result. */
    synchronized void note(String text) {
        notes.add(text);
    }

    /** Returns the sentences about the case, with any result. */
    public synchronized List<String> notes() {
        return List.copyOf(notes);
    }

    /** Returns every exchange, in the order of the responses. */
    public synchronized List<Exchange> exchanges() {
        return List.copyOf(exchanges);
    }

    /** Returns what the wallet does where the specification is open. */
    public synchronized List<Observation> observations() {
        return List.copyOf(observations);
    }

    /** Returns the balances and movements. */
    public BalanceTrail balances() {
        return balances;
    }
}
