package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.Exchange;
import java.util.ArrayList;
import java.util.List;

/** Keeps the exchanges of a case, in the order of their responses. */
final class ExchangeLog {
    private final List<Exchange> exchanges = new ArrayList<>();

    synchronized void record(Exchange exchange) {
        exchanges.add(exchange);
    }

    synchronized List<Exchange> all() {
        return List.copyOf(exchanges);
    }
}
