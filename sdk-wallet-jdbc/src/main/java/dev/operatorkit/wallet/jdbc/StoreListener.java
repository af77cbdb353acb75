package dev.operatorkit.wallet.jdbc;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Observes a store, on the threads of its units of work. Must not block or throw. */
public interface StoreListener {
    /** Reports that the database rejected a statement, with the SQL state if it named one. */
    default void failed(@Nullable String state) {}

    /** Reports that a unit of work was committed, with the id of one of its transactions and how long it took. */
    default void committed(String transactionId, Duration took) {}
}
