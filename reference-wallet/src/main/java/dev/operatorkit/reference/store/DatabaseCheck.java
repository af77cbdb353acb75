package dev.operatorkit.reference.store;

/** Checks a server again and again on one thread. */
interface DatabaseCheck extends AutoCloseable {
    /** Checks once, in a few seconds at most. */
    DatabaseReport check();

    /** Ends a check in progress, too. */
    @Override
    void close();
}
