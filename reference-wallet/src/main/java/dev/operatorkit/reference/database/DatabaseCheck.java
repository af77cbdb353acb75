package dev.operatorkit.reference.database;

/** Checks a server again and again on one thread. */
public interface DatabaseCheck extends AutoCloseable {
    /** Checks once, in a few seconds at most. */
    DatabaseReport check();

    /** Ends a check in progress, too. */
    @Override
    void close();
}
