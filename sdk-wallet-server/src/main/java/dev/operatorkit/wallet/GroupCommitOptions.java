package dev.operatorkit.wallet;

import java.time.Duration;

/**
 * Configures group commit: movements that arrive during a unit of work are committed together in the next one. While no
 * unit is in progress, a movement is committed immediately and on its own.
 *
 * @param committers the maximum number of batches committed concurrently, each for different accounts. The servers of a
 *     {@link Placement} get equal shares of them, so that one that hangs holds its own only. While a batch is
 *     being decided, another one begins only if enough movements wait, or after 20 ms; while all others
 *     wait for their commit, it begins immediately. The same number of additional units of work is reserved for movements
 *     that are committed on their own, such as those whose batch failed, so that an account whose lock is held elsewhere
 *     does not delay the others. Units of work therefore use at most twice this number of connections. If {@link
 *     WalletStore#findTransaction} (called on up to 16 threads) and your {@link PlayerDirectory} (called on request
 *     threads) use the same connection pool, add connections for them
 * @param maxBatchSize the maximum number of movements in one batch
 * @param queueCapacity the maximum number of waiting movements, of which one account may use half. A further movement
 *     ends as {@link Refusal#BUSY} immediately
 * @param maxWait the maximum time, from the arrival of a movement, until its unit of work begins; after it, the
 *     movement ends as {@link Refusal#BUSY}. For a unit that has begun, a caller waits up to the same time again; after
 *     that, the outcome of a debit is {@link Outcome.Indeterminate}. A last lookup may add a second: twice this time
 *     and that second must be less than the provider's timeout of 10 seconds (D-34)
 * @param recoveryTimeout how long to keep checking what was written after a commit whose outcome is unknown (D-29). It
 *     is part of the time of the unit of work and does not prolong the wait of a caller
 * @param dedicatedThreads true to commit on threads of the wallet; false to let one of the waiting request threads
 *     commit each batch. That request waits until its batch has ended, including the recovery, so the store must limit
 *     the time of its statements
 */
public record GroupCommitOptions(
        int committers,
        int maxBatchSize,
        int queueCapacity,
        Duration maxWait,
        Duration recoveryTimeout,
        boolean dedicatedThreads) {

    /**
     * Creates options with these limits.
     *
     * @throws IllegalArgumentException if {@code committers} or {@code maxBatchSize} is less than 1, {@code
     *     queueCapacity} is less than 2, or a time is negative
     */
    public GroupCommitOptions {
        if (committers < 1
                || maxBatchSize < 1
                || queueCapacity < 2
                || maxWait.isNegative()
                || recoveryTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "group commit needs at least 1 committer, 1 movement a batch, 2 places in the queue and durations"
                            + " of 0 or more, not " + committers + ", " + maxBatchSize + ", " + queueCapacity + ", "
                            + maxWait
                            + " and " + recoveryTimeout);
        }
    }

    /**
     * Returns the defaults: one batch at a time, with up to 256 movements; a queue of 32,768 movements, a maximum wait
     * of 4 seconds, a recovery timeout of 3 seconds, and no dedicated threads.
     */
    public static GroupCommitOptions defaults() {
        return new GroupCommitOptions(1, 256, 32_768, Duration.ofSeconds(4), Duration.ofSeconds(3), false);
    }

    /** Returns a copy with this maximum number of batches committed concurrently. */
    public GroupCommitOptions withCommitters(int committers) {
        return new GroupCommitOptions(
                committers, maxBatchSize, queueCapacity, maxWait, recoveryTimeout, dedicatedThreads);
    }

    /** Returns a copy with this maximum batch size. */
    public GroupCommitOptions withMaxBatchSize(int maxBatchSize) {
        return new GroupCommitOptions(
                committers, maxBatchSize, queueCapacity, maxWait, recoveryTimeout, dedicatedThreads);
    }

    /** Returns a copy with this queue capacity. */
    public GroupCommitOptions withQueueCapacity(int queueCapacity) {
        return new GroupCommitOptions(
                committers, maxBatchSize, queueCapacity, maxWait, recoveryTimeout, dedicatedThreads);
    }

    /** Returns a copy with this maximum wait. */
    public GroupCommitOptions withMaxWait(Duration maxWait) {
        return new GroupCommitOptions(
                committers, maxBatchSize, queueCapacity, maxWait, recoveryTimeout, dedicatedThreads);
    }

    /** Returns a copy with this recovery timeout. */
    public GroupCommitOptions withRecoveryTimeout(Duration recoveryTimeout) {
        return new GroupCommitOptions(
                committers, maxBatchSize, queueCapacity, maxWait, recoveryTimeout, dedicatedThreads);
    }

    /** Returns a copy that commits on dedicated threads. */
    public GroupCommitOptions withDedicatedThreads() {
        return new GroupCommitOptions(committers, maxBatchSize, queueCapacity, maxWait, recoveryTimeout, true);
    }
}
