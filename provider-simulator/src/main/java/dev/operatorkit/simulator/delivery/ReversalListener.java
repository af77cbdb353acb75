package dev.operatorkit.simulator.delivery;

import dev.operatorkit.simulator.Round;
import dev.operatorkit.simulator.database.Transaction;

/** Listens for each round closed by a rollback, inside the transaction that stores it, so that both commit together. */
@FunctionalInterface
public interface ReversalListener {
    ReversalListener NONE = (transaction, round) -> {};

    /** Acts on a reverted round (D-57). */
    void onReversal(Transaction transaction, Round round);
}
