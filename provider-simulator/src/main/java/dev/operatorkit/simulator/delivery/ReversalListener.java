package dev.operatorkit.simulator.delivery;

import dev.operatorkit.simulator.database.Transaction;

/** Hears of each round that a rollback has closed, inside the transaction that stores it: both are stored or neither is. */
@FunctionalInterface
public interface ReversalListener {
    /** Nobody listens. */
    ReversalListener NONE = (transaction, round) -> {};

    /** Acts on a reverted round (D-57). */
    void onReversal(Transaction transaction, Round round);
}
