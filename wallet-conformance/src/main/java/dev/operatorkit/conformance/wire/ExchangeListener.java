package dev.operatorkit.conformance.wire;

/** Receives every exchange when it has ended; several threads call it. */
@FunctionalInterface
public interface ExchangeListener {
    /**
     * Receives an exchange.
     *
     * @param caseId the case that made it; empty outside of cases
     */
    void onExchange(String caseId, Exchange exchange);
}
