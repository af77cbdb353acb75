package dev.operatorkit.benchmarks.scale;

/**
 * Holds the machines of a simulated system and its load.
 *
 * @param wallets the number of wallets, each with a queue of its own
 * @param committers the committers of each wallet
 * @param partitions 1 for one PostgreSQL, 64 for Citus
 * @param workers the servers with the rows; the partitions are spread evenly over them
 * @param cores the processors of each machine
 * @param together true if everything, the load generator too, runs on one machine
 * @param diskBytes the bytes that the disk of each worker writes in a second; 0 for any number
 * @param callers the connections of a closed loop, each of which sends its next debit after an answer
 * @param perSecond the debits per second of an open loop; 0 for a closed loop
 * @param accounts the number of accounts
 * @param hot the share of all debits that one account has
 * @param seconds the simulated time; the first fifth is not measured
 */
record Setup(
        int wallets,
        int committers,
        int partitions,
        int workers,
        int cores,
        boolean together,
        double diskBytes,
        int callers,
        double perSecond,
        int accounts,
        double hot,
        double seconds) {
    /** Describes one machine with everything on it, whose callers send as fast as they are answered. */
    static Setup oneMachine(int cores, int committers, int callers) {
        return new Setup(1, committers, 1, 1, cores, true, 0, callers, 0, 10_000, 0, 2);
    }

    Setup withWorkers(int count, double bytes) {
        return new Setup(
                wallets, committers, 64, count, cores, together, bytes, callers, perSecond, accounts, hot, seconds);
    }

    Setup withHot(double share) {
        return new Setup(
                wallets,
                committers,
                partitions,
                workers,
                cores,
                together,
                diskBytes,
                callers,
                perSecond,
                accounts,
                share,
                seconds);
    }

    Setup withSeconds(double duration) {
        return new Setup(
                wallets,
                committers,
                partitions,
                workers,
                cores,
                together,
                diskBytes,
                callers,
                perSecond,
                accounts,
                hot,
                duration);
    }

    /** Describes machines of their own for everything, to which debits arrive at random at this rate. */
    static Setup machines(int wallets, int committers, int workers, int cores, double perSecond) {
        return new Setup(
                wallets,
                committers,
                workers == 1 ? 1 : 64,
                workers,
                cores,
                false,
                0,
                0,
                perSecond,
                1_000_000,
                0,
                Math.min(2, 100_000 / perSecond));
    }
}
