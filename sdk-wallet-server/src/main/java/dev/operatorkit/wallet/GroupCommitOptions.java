package dev.operatorkit.wallet;

import java.time.Duration;

/**
 * How movements are committed together: those that arrive while a unit of work is under way go into the next one. When
 * nothing is under way a movement goes at once and alone.
 *
 * @param committers how many units may be under way at once, each of other accounts. As many again take what must go
 *     alone, so that an account that cannot be locked holds up nobody else
 * @param batchSize how many movements one unit takes at most
 * @param queueLength how many may wait; one account may take half of that. What comes on top is refused at once
 * @param patience how long a movement may wait for its unit; then it is refused. The unit itself may take as long again
 * @param recovery how long to look for what a lost commit left behind (D-29)
 * @param ownThreads whether the units run on threads of the wallet's own; else the waiting callers run them in turn
 */
public record GroupCommitOptions(
        int committers,
        int maxBatchSize,
        int queueCapacity,
        Duration maxWait,
        Duration recoveryTimeout,
        boolean dedicatedThreads) {

    /** Refuses what would let nothing pass. */
    public GroupCommitOptions {
        if (committers < 1
                || maxBatchSize < 1
                || queueCapacity < 2
                || maxWait.isNegative()
                || recoveryTimeout.isNegative()) {
            throw new IllegalArgumentException("at least one committer, one movement a batch, two in the queue");
        }
    }

    /** One committer at a time, up to 256 movements, 32,768 waiting for up to 4 seconds. */
    public static GroupCommitOptions defaults() {
        return new GroupCommitOptions(1, 256, 32_768, Duration.ofSeconds(4), Duration.ofSeconds(3), false);
    }

    /** The same with that many committers. */
    public GroupCommitOptions withCommitters(int changed) {
        return new GroupCommitOptions(changed, maxBatchSize, queueCapacity, maxWait, recoveryTimeout, dedicatedThreads);
    }

    /** The same with batches of that size. */
    public GroupCommitOptions withMaxBatchSize(int changed) {
        return new GroupCommitOptions(committers, changed, queueCapacity, maxWait, recoveryTimeout, dedicatedThreads);
    }

    /** The same with a queue of that length. */
    public GroupCommitOptions withQueueCapacity(int changed) {
        return new GroupCommitOptions(committers, maxBatchSize, changed, maxWait, recoveryTimeout, dedicatedThreads);
    }

    /** The same with that much patience. */
    public GroupCommitOptions withMaxWait(Duration changed) {
        return new GroupCommitOptions(
                committers, maxBatchSize, queueCapacity, changed, recoveryTimeout, dedicatedThreads);
    }

    /** The same with that long a recovery. */
    public GroupCommitOptions withRecoveryTimeout(Duration changed) {
        return new GroupCommitOptions(committers, maxBatchSize, queueCapacity, maxWait, changed, dedicatedThreads);
    }

    /** The same with threads of its own. */
    public GroupCommitOptions withDedicatedThreads() {
        return new GroupCommitOptions(committers, maxBatchSize, queueCapacity, maxWait, recoveryTimeout, true);
    }
}
