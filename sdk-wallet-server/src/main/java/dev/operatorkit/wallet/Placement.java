package dev.operatorkit.wallet;

/**
 * Reports which servers hold the {@linkplain WalletStore#partition partitions} of a store, and which servers are
 * unreachable. A server that is unreachable, or that hangs, then delays the movements of its accounts only: each server
 * gets an equal share of the {@linkplain GroupCommitOptions#committers committers}, and movements of an unreachable
 * server are refused immediately.
 *
 * <p>By default all partitions are on one server, which is always tried. The answers may change at any time, when a
 * partition moves for example. Called on request threads and by committers: must not read the database or throw.
 */
public interface Placement {
    /** Places all partitions on one server that is always tried. */
    Placement ONE_SERVER = new Placement() {};

    /** Returns the number of servers, at least 1. */
    default int servers() {
        return 1;
    }

    /** Returns any number that identifies the server of a partition. */
    default int serverOf(int partition) {
        return 0;
    }

    /**
     * Returns true if a unit of work may hold movements of several partitions of one server, which then share its commit.
     * Such a unit calls {@code lockAndRead} and {@code write} once for each partition, in ascending order. By default it
     * names one partition only.
     */
    default boolean combinesPartitions() {
        return false;
    }

    /**
     * Returns true while the server of a partition is known to be unreachable. A movement is then not tried: a debit ends
     * as {@link Outcome.Unknown}, all others as {@link Outcome.RetryLater} (D-29).
     */
    default boolean isUnreachable(int partition) {
        return false;
    }

    /** Returns true while any server is unreachable, so that an id that was not found may be there. */
    default boolean isAnyUnreachable() {
        return false;
    }
}
