package dev.operatorkit.benchmarks.scale;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Chooses batches as the wallet's queue does: an account is in one batch at a time, a batch holds debits of one partition, the
 * partitions take turns, and a further batch begins when it pays (docs/decisions/0032-a-further-batch-when-it-pays.md).
 */
final class WalletQueue {
    static final int MAX_BATCH = 256;
    private static final int WORTHWHILE = 16;
    private static final double MAX_WAIT_FOR_OTHERS = 20_000;

    private final Events events;
    private final int committers;
    private final int partitions;
    private final int maxBatch;
    private final BiConsumer<WalletQueue, Batch> commit;
    private final Map<Integer, Lane> lanes = new HashMap<>();
    private final Map<Integer, Deque<Lane>> ready = new LinkedHashMap<>();
    private final Map<Integer, Integer> decided = new HashMap<>();
    private int leading;
    private boolean watched;

    WalletQueue(Events events, int committers, int partitions, int maxBatch, BiConsumer<WalletQueue, Batch> commit) {
        this.events = events;
        this.committers = committers;
        this.partitions = partitions;
        this.maxBatch = maxBatch;
        this.commit = commit;
    }

    /**
     * Holds a debit.
     *
     * @param account the number of its account
     * @param sent the time at which it was sent
     * @param answered what happens after its answer
     */
    record Debit(int account, double sent, Runnable answered) {}

    /** Holds debits that are committed together. */
    record Batch(int partition, List<Debit> debits, List<Lane> lanes) {
        int size() {
            return debits.size();
        }
    }

    /** Holds the debits of one account that wait. */
    static final class Lane {
        private final int partition;
        private final Deque<Debit> waiting = new ArrayDeque<>();
        private boolean inProgress;

        private Lane(int partition) {
            this.partition = partition;
        }
    }

    void enter(Debit debit) {
        var lane = lanes.computeIfAbsent(debit.account(), account -> new Lane(account % partitions));
        lane.waiting.add(debit);
        if (lane.waiting.size() == 1 && !lane.inProgress) {
            ready.computeIfAbsent(lane.partition, unused -> new ArrayDeque<>()).add(lane);
        }
        dispatch();
        if (!watched && !ready.isEmpty() && leading < committers) {
            watched = true;
            events.after(MAX_WAIT_FOR_OTHERS, () -> {
                watched = false;
                decided.clear();
                dispatch();
            });
        }
    }

    private void dispatch() {
        while (leading < committers) {
            var next = ready.entrySet().stream()
                    .filter(each ->
                            each.getValue().size() >= Math.min(WORTHWHILE, decided.getOrDefault(each.getKey(), 0)))
                    .findFirst();
            if (next.isEmpty()) {
                return;
            }
            leading++;
            var batch = take(next.get().getKey());
            decided.merge(batch.partition(), batch.size(), Integer::sum);
            commit.accept(this, batch);
        }
    }

    private Batch take(int partition) {
        var queue = ready.remove(partition);
        if (queue == null) {
            throw new IllegalStateException("partition " + partition + " is not ready");
        }
        List<Debit> debits = new ArrayList<>();
        List<Lane> chosen = new ArrayList<>();
        while (debits.size() < maxBatch && !queue.isEmpty()) {
            var lane = queue.remove();
            lane.inProgress = true;
            chosen.add(lane);
            debits.add(lane.waiting.remove());
        }
        if (!queue.isEmpty()) {
            ready.put(partition, queue);
        }
        for (var took = true; took; ) {
            took = false;
            for (var lane : chosen) {
                if (debits.size() < maxBatch && !lane.waiting.isEmpty()) {
                    debits.add(lane.waiting.remove());
                    took = true;
                }
            }
        }
        return new Batch(partition, debits, chosen);
    }

    /** Notes that a batch only waits for its commit, so that the next one can be decided. */
    void commitRequested(Batch batch) {
        if (committers > 1) {
            forget(batch);
            dispatch();
        }
    }

    private void forget(Batch batch) {
        decided.computeIfPresent(
                batch.partition(), (unused, size) -> size > batch.size() ? (Integer) (size - batch.size()) : null);
    }

    /** Ends a batch. */
    void finish(Batch batch) {
        if (committers == 1) {
            forget(batch);
        }
        leading--;
        for (var lane : batch.lanes()) {
            lane.inProgress = false;
            if (!lane.waiting.isEmpty()) {
                ready.computeIfAbsent(lane.partition, unused -> new ArrayDeque<>())
                        .add(lane);
            }
        }
        dispatch();
    }
}
