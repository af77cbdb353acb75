package dev.operatorkit.wallet;

import java.time.Duration;

/**
 * Configures group commit: movements that arrive during a unit of work are committed together in the next one. While no
 * unit is in progress, a movement is committed immediately and on its own. Immutable. A method that
 * returns a copy throws {@link IllegalArgumentException} for a number that is too small, a negative time, or a maximum wait
 * that is longer than the provider waits.
 */
public final class GroupCommitOptions {
    private static final Duration PROVIDER_TIMEOUT = Duration.ofSeconds(10);

    private static final GroupCommitOptions DEFAULTS =
            new GroupCommitOptions(1, 256, 32_768, Duration.ofSeconds(4), Duration.ofSeconds(3), false);

    private final int committers;
    private final int maxBatchSize;
    private final int queueCapacity;
    private final Duration maxWait;
    private final Duration recoveryTimeout;
    private final boolean dedicatedThreads;

    private GroupCommitOptions(
            int committers,
            int maxBatchSize,
            int queueCapacity,
            Duration maxWait,
            Duration recoveryTimeout,
            boolean dedicatedThreads) {
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
        if (maxWait.compareTo(PROVIDER_TIMEOUT) > 0) {
            throw new IllegalArgumentException("The maximum wait is " + maxWait + ", and the provider gives up after "
                    + PROVIDER_TIMEOUT + " (D-34). Set less than half of that.");
        }
        this.committers = committers;
        this.maxBatchSize = maxBatchSize;
        this.queueCapacity = queueCapacity;
        this.maxWait = maxWait;
        this.recoveryTimeout = recoveryTimeout;
        this.dedicatedThreads = dedicatedThreads;
    }

    /**
     * Returns the defaults: one batch at a time, with up to 256 movements; a queue of 32,768 movements, a maximum wait
     * of 4 seconds, a recovery timeout of 3 seconds, and no dedicated threads.
     */
    public static GroupCommitOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Returns the maximum number of batches committed concurrently, each for different accounts. The servers of a {@link
     * Placement} get equal shares of them, so that one that hangs holds its own only. While a batch is being decided,
     * another one begins only if enough movements wait, or after 20 ms; while all others wait for their commit, it begins
     * immediately. The same number of additional units of work is reserved for movements that are committed on their own,
     * such as those whose batch failed, so that an account whose lock is held elsewhere does not delay the others. Units
     * of work therefore use at most twice this number of connections. If {@link WalletStore#findTransaction} (called on
     * up to 16 threads) and your {@link PlayerDirectory} (called on request threads) use the same connection pool, add
     * connections for them.
     */
    public int committers() {
        return committers;
    }

    /** Returns the maximum number of movements in one batch. */
    public int maxBatchSize() {
        return maxBatchSize;
    }

    /**
     * Returns the maximum number of waiting movements, of which one account may use half. A further movement ends as {@link
     * Refusal#BUSY} immediately.
     */
    public int queueCapacity() {
        return queueCapacity;
    }

    /**
     * Returns the maximum time, from the arrival of a movement, until its unit of work begins; after it, the movement ends
     * as {@link Refusal#BUSY}. For a unit that has begun, a caller waits up to the same time again; after that, the outcome
     * of a debit is {@link Outcome.Unknown}. A last lookup may add a second: twice this time and that second must be
     * less than the provider's timeout of 10 seconds (D-34).
     */
    public Duration maxWait() {
        return maxWait;
    }

    /**
     * Returns how long to keep checking what was written after a commit whose outcome is unknown (D-29). It is part of the
     * time of the unit of work and does not prolong the wait of a caller.
     */
    public Duration recoveryTimeout() {
        return recoveryTimeout;
    }

    /**
     * Returns true to commit on threads of the wallet; false to let one of the waiting request threads commit each batch.
     * That request waits until its batch has ended, including the recovery, so the store must limit the time of its
     * statements.
     */
    public boolean dedicatedThreads() {
        return dedicatedThreads;
    }

    /** Returns a copy with this maximum number of {@linkplain #committers batches committed concurrently}. */
    public GroupCommitOptions withCommitters(int value) {
        return new GroupCommitOptions(value, maxBatchSize, queueCapacity, maxWait, recoveryTimeout, dedicatedThreads);
    }

    /** Returns a copy with this {@linkplain #maxBatchSize maximum batch size}. */
    public GroupCommitOptions withMaxBatchSize(int value) {
        return new GroupCommitOptions(committers, value, queueCapacity, maxWait, recoveryTimeout, dedicatedThreads);
    }

    /** Returns a copy with this {@linkplain #queueCapacity queue capacity}. */
    public GroupCommitOptions withQueueCapacity(int value) {
        return new GroupCommitOptions(committers, maxBatchSize, value, maxWait, recoveryTimeout, dedicatedThreads);
    }

    /** Returns a copy with this {@linkplain #maxWait maximum wait}. */
    public GroupCommitOptions withMaxWait(Duration maxWait) {
        return new GroupCommitOptions(
                committers, maxBatchSize, queueCapacity, maxWait, recoveryTimeout, dedicatedThreads);
    }

    /** Returns a copy with this {@linkplain #recoveryTimeout recovery timeout}. */
    public GroupCommitOptions withRecoveryTimeout(Duration value) {
        return new GroupCommitOptions(committers, maxBatchSize, queueCapacity, maxWait, value, dedicatedThreads);
    }

    /** Returns a copy that commits on {@linkplain #dedicatedThreads dedicated threads}. */
    public GroupCommitOptions withDedicatedThreads() {
        return new GroupCommitOptions(committers, maxBatchSize, queueCapacity, maxWait, recoveryTimeout, true);
    }
}
