package dev.operatorkit.wallet;

import java.time.Duration;

/**
 * Configures group commit: movements that arrive during a unit of work are committed together in the next one. While no
 * unit is in progress, a movement is committed immediately and on its own.
 *
 * @param committers the maximum number of batches committed at once, each for different accounts. The same number of
 *     further units is reserved for movements that must be committed on their own, so that an account that cannot be
 *     locked delays no other account. Size the connection pool for twice this number
 * @param maxBatchSize the maximum number of movements in one unit
 * @param queueCapacity the maximum number of waiting movements, of which one account may use half. Further movements
 *     are refused immediately
 * @param maxWait the maximum time that a movement waits for its unit before it is refused. A unit in progress gets the
 *     same time again, so that a caller waits at most twice as long
 * @param recoveryTimeout how long to look up, after a commit with an unknown outcome, what was written (D-29)
 * @param dedicatedThreads true to commit on threads of the wallet; false to let the waiting callers commit in turn
 */
public record GroupCommitOptions(
        int committers,
        int maxBatchSize,
        int queueCapacity,
        Duration maxWait,
        Duration recoveryTimeout,
        boolean dedicatedThreads) {

    /**
     * Validates the limits.
     *
     * @throws IllegalArgumentException if a limit is too small for any movement to be committed
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
     * Returns the defaults: one committer, batches of up to 256 movements, 32,768 waiting for up to 4 seconds, 3
     * seconds of recovery, no dedicated threads.
     */
    public static GroupCommitOptions defaults() {
        return new GroupCommitOptions(1, 256, 32_768, Duration.ofSeconds(4), Duration.ofSeconds(3), false);
    }

    /** Returns a copy with this number of committers. */
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
