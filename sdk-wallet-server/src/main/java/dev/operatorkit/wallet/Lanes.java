package dev.operatorkit.wallet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Queues the waiting movements, one lane for each account, and chooses the next batch. Not thread-safe: {@link
 * MovementQueue} holds its lock.
 *
 * <p>A batch takes one movement of every lane in turn before it takes a second of any, so that many movements of one
 * player only fill the space that the other players leave. An account is in one batch at a time, because two batches
 * would wait for each other's lock. Batches are taken from one partition, so that each is committed in one place, and the
 * partitions take turns. Movements that must be committed on their own have separate queues, so that an
 * account that is locked elsewhere does not delay the others.
 */
final class Lanes {
    private static final int MAX_ISOLATED_ACCOUNTS = 1_000;
    private static final Deque<Lane> NONE = new ArrayDeque<>(0);

    /** Stands for the partition of the movements that name no account, which read all partitions. */
    static final int ALL_PARTITIONS = Integer.MIN_VALUE;

    private final int capacity;
    private final Map<String, Lane> lanes = new HashMap<>();

    /** The lanes whose next movement can be in a batch, by partition; the partition whose turn it is comes first. */
    private final Map<Integer, Deque<Lane>> together = new LinkedHashMap<>();

    /** The lanes whose next movement must be committed on its own, in the same way. */
    private final Map<Integer, Deque<Lane>> isolated = new LinkedHashMap<>();

    /** Holds the accounts whose last unit of their own failed; they stay isolated until one of their movements succeeds. */
    private final Set<String> isolatedAccounts = new HashSet<>();

    private int waiting;

    Lanes(int capacity) {
        this.capacity = capacity;
    }

    /** Lists the ways in which a movement gets into a unit of work. */
    enum Track {
        /** In a batch with movements of other accounts. */
        TOGETHER,
        /**
         * In a unit of its own: its batch failed, the last isolated unit of its account failed, or it has no account.
         */
        ISOLATED
    }

    private static final class Lane {
        final Deque<PendingMovement> members = new ArrayDeque<>();
        final int partition;
        boolean inProgress;

        Lane(int partition) {
            this.partition = partition;
        }
    }

    int size() {
        return waiting;
    }

    /** Returns the partitions with movements that can be taken on this track, beginning with the one whose turn it is. */
    Set<Integer> partitions(Track track) {
        return ready(track).keySet();
    }

    private Map<Integer, Deque<Lane>> ready(Track track) {
        return track == Track.ISOLATED ? isolated : together;
    }

    /** Returns the number of accounts of a partition with movements that can be taken together. */
    int ready(int partition) {
        var lanes = together.get(partition);
        return lanes == null ? 0 : lanes.size();
    }

    /** Adds a movement to the end of its lane, or returns false when the queue is full. */
    boolean add(PendingMovement member) {
        var lane = lanes.get(account(member));
        if (waiting >= capacity || (lane != null && lane.members.size() >= capacity / 2)) {
            return false;
        }
        if (lane == null) {
            lane = new Lane(member.movement.hasAccount() ? member.partition : ALL_PARTITIONS);
            lanes.put(account(member), lane);
        }
        lane.members.add(member);
        waiting++;
        if (lane.members.size() == 1 && !lane.inProgress) {
            makeReady(lane);
        }
        return true;
    }

    /** Removes a movement that is still waiting. */
    void remove(PendingMovement member) {
        var lane = lanes.get(account(member));
        if (lane != null && lane.members.remove(member)) {
            waiting--;
            if (lane.members.isEmpty() && !lane.inProgress) {
                remove(lane, isolated);
                remove(lane, together);
                lanes.remove(account(member));
            }
        }
    }

    private static void remove(Lane lane, Map<Integer, Deque<Lane>> ready) {
        var queue = ready.get(lane.partition);
        if (queue != null && queue.remove(lane) && queue.isEmpty()) {
            ready.remove(lane.partition);
        }
    }

    /**
     * Takes the next movement of this partition that must be committed on its own, whose turn then comes last; empty when
     * there is none.
     */
    List<PendingMovement> takeIsolated(int partition) {
        var queue = isolated.remove(partition);
        if (queue == null) {
            return List.of();
        }
        List<PendingMovement> batch = new ArrayList<>(1);
        move(queue.remove(), batch);
        if (!queue.isEmpty()) {
            isolated.put(partition, queue);
        }
        return batch;
    }

    /** Takes the next batch of this partition, whose turn then comes last; empty when nothing is ready. */
    List<PendingMovement> takeBatch(int partition, int maxSize) {
        var queue = together.remove(partition);
        if (queue == null) {
            return List.of();
        }
        List<PendingMovement> batch = new ArrayList<>();
        List<Lane> chosen = new ArrayList<>();
        while (batch.size() < maxSize && !queue.isEmpty()) {
            var lane = queue.remove();
            chosen.add(lane);
            move(lane, batch);
        }
        if (!queue.isEmpty()) {
            together.put(partition, queue);
        }
        fill(batch, chosen, maxSize);
        return batch;
    }

    private void fill(List<PendingMovement> batch, List<Lane> chosen, int maxSize) {
        for (var took = true; took; ) {
            took = false;
            for (var lane : chosen) {
                if (batch.size() < maxSize && !lane.members.isEmpty()) {
                    move(lane, batch);
                    took = true;
                }
            }
        }
    }

    private void makeReady(Lane lane) {
        var head = lane.members.getFirst();
        var ready = head.isolated || isIsolated(account(head)) ? isolated : together;
        ready.computeIfAbsent(lane.partition, unused -> new ArrayDeque<>()).add(lane);
    }

    private void move(Lane lane, List<PendingMovement> batch) {
        var member = lane.members.remove();
        member.taken = true;
        lane.inProgress = true;
        waiting--;
        batch.add(member);
    }

    /**
     * Ends a batch: releases its lanes, and puts movements without a result back at the head of their lanes, to be
     * committed on their own.
     */
    void finish(List<PendingMovement> batch) {
        for (var i = batch.size() - 1; i >= 0; i--) {
            var member = batch.get(i);
            member.taken = false;
            if (member.result == null) {
                member.isolated = true;
                lane(member).members.addFirst(member);
                waiting++;
            } else if (batch.size() == 1) {
                updateIsolation(account(member), member.result);
            }
        }
        for (var member : batch) {
            var lane = lanes.get(account(member));
            if (lane != null && lane.inProgress) {
                lane.inProgress = false;
                if (lane.members.isEmpty()) {
                    lanes.remove(account(member));
                } else {
                    makeReady(lane);
                }
            }
        }
    }

    /** Returns true if the account's last unit of its own failed, perhaps because its lock is held elsewhere. */
    private boolean isIsolated(String account) {
        return isolatedAccounts.contains(account);
    }

    private void updateIsolation(String account, MovementResult result) {
        if (result instanceof MovementResult.NotLookedUp missed && !missed.lockFailed()) {
            return; // no unit could be begun for any account, which says nothing about this one
        }
        if (result instanceof MovementResult.Stored || result instanceof MovementResult.Refused) {
            isolatedAccounts.remove(account);
        } else if (isolatedAccounts.size() < MAX_ISOLATED_ACCOUNTS) {
            isolatedAccounts.add(account);
        }
    }

    /** Returns the next movement whose caller has not been chosen to lead yet; null when there is none. */
    @Nullable
    PendingMovement nextLeader(Track track, int partition) {
        for (var lane : ready(track).getOrDefault(partition, NONE)) {
            var head = lane.members.getFirst();
            if (head.leads == null) {
                return head;
            }
        }
        return null;
    }

    /** Removes and returns all waiting movements. */
    List<PendingMovement> drain() {
        List<PendingMovement> all = new ArrayList<>();
        lanes.values().forEach(lane -> {
            all.addAll(lane.members);
            lane.members.clear();
        });
        lanes.values().removeIf(lane -> !lane.inProgress);
        together.clear();
        isolated.clear();
        waiting = 0;
        return all;
    }

    private Lane lane(PendingMovement member) {
        var lane = lanes.get(account(member));
        if (lane == null) {
            throw new IllegalStateException(
                    "the lane of account " + account(member) + " was removed while its batch was in progress");
        }
        return lane;
    }

    private static String account(PendingMovement member) {
        return member.movement.accountId();
    }
}
