package dev.operatorkit.wallet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Queues the waiting movements, one lane for each account. Not thread-safe: {@link Batcher} holds its lock.
 *
 * <p>A batch takes one movement of every lane in turn before it takes a second of any, so that many movements of one
 * player only fill the space that the other players leave. An account is in one batch at a time, because two units would
 * wait for each other's lock.
 */
final class Lanes {
    private static final int MAX_SUSPECTS = 1_000;

    /** Stands for the partition of the movements that name no account, which read all partitions. */
    static final int ALL_PARTITIONS = Integer.MIN_VALUE;

    private final int capacity;
    private final Map<String, Lane> lanes = new HashMap<>();

    /** The lanes that a batch may take from now; the group whose turn it is comes first. */
    private final Map<Group, Deque<Lane>> ready = new LinkedHashMap<>();

    /** The accounts whose last unit of their own failed, perhaps because their lock is held elsewhere. */
    private final Set<String> suspects = new HashSet<>();

    private int waiting;

    Lanes(int capacity) {
        this.capacity = capacity;
    }

    /**
     * Names lanes whose movements may share a unit of work: those of one partition.
     *
     * @param alone true if each of their movements gets a unit of its own: its batch failed, the last such unit of its
     *     account failed, or it has no account
     */
    record Group(int partition, boolean alone) {}

    private static final class Lane {
        final String account;
        final int partition;
        final Deque<PendingMovement> members = new ArrayDeque<>();

        /** The number of movements at its head whose batch failed. */
        int failed;

        boolean inProgress;

        @Nullable
        Group group;

        Lane(String account, int partition) {
            this.account = account;
            this.partition = partition;
        }
    }

    /** Returns the number of waiting movements. */
    int size() {
        return waiting;
    }

    /** Returns the groups with movements that can be taken, beginning with the one whose turn it is. */
    Set<Group> groups() {
        return ready.keySet();
    }

    /** Returns the number of accounts of a group with movements that can be taken. */
    int ready(Group group) {
        var queue = ready.get(group);
        return queue == null ? 0 : queue.size();
    }

    /** Returns the movement that the next batch of a group begins with. */
    PendingMovement first(Group group) {
        return Objects.requireNonNull(ready.get(group)).getFirst().members.getFirst();
    }

    /** Returns true if a movement waits that may be written with this id. */
    boolean holds(String transactionId) {
        return lanes.values().stream()
                .flatMap(lane -> lane.members.stream())
                .anyMatch(member -> mayWrite(member, transactionId));
    }

    static boolean mayWrite(PendingMovement member, String transactionId) {
        return member.result == null
                && member.movement.lookUpOnly() == null
                && member.movement.transactionId().equals(transactionId);
    }

    /** Adds a movement to the end of its lane, or returns false when the queue is full. */
    boolean add(PendingMovement member) {
        var account = member.movement.accountId();
        var lane = lanes.get(account);
        if (waiting >= capacity || (lane != null && lane.members.size() >= capacity / 2)) {
            return false;
        }
        if (lane == null) {
            lane = new Lane(account, member.movement.hasAccount() ? member.partition : ALL_PARTITIONS);
            lanes.put(account, lane);
        }
        lane.members.add(member);
        waiting++;
        if (lane.members.size() == 1 && !lane.inProgress) {
            makeReady(lane);
        }
        return true;
    }

    private void makeReady(Lane lane) {
        var alone = lane.failed > 0 || lane.account.isEmpty() || suspects.contains(lane.account);
        lane.group = new Group(lane.partition, alone);
        ready.computeIfAbsent(lane.group, unused -> new ArrayDeque<>()).add(lane);
    }

    /** Removes a movement that is still waiting. */
    void remove(PendingMovement member) {
        var lane = lane(member);
        lane.members.remove(member);
        waiting--;
        if (lane.members.isEmpty() && !lane.inProgress) {
            lanes.remove(lane.account);
            var group = Objects.requireNonNull(lane.group);
            var queue = Objects.requireNonNull(ready.get(group));
            queue.remove(lane);
            if (queue.isEmpty()) {
                ready.remove(group);
            }
        }
    }

    /** Takes the next movements of a group, whose turn then comes last; empty when nothing is ready. */
    List<PendingMovement> take(Group group, int maxSize) {
        List<PendingMovement> batch = new ArrayList<>();
        var queue = ready.remove(group);
        if (queue == null) {
            return batch;
        }
        List<Lane> chosen = new ArrayList<>();
        while (batch.size() < maxSize && !queue.isEmpty()) {
            var lane = queue.remove();
            lane.inProgress = true;
            chosen.add(lane);
            move(lane, batch);
        }
        if (!queue.isEmpty()) {
            ready.put(group, queue);
        }
        for (var took = true; took; ) {
            took = false;
            for (var lane : chosen) {
                if (batch.size() < maxSize && !lane.members.isEmpty()) {
                    move(lane, batch);
                    took = true;
                }
            }
        }
        return batch;
    }

    private void move(Lane lane, List<PendingMovement> batch) {
        var member = lane.members.remove();
        member.stage = PendingMovement.Stage.TAKEN;
        lane.failed = Math.max(0, lane.failed - 1);
        waiting--;
        batch.add(member);
    }

    /**
     * Ends a batch: releases its lanes, and puts movements without a result back at the head of their lanes, each for a
     * unit of its own.
     */
    void end(List<PendingMovement> batch) {
        for (var i = batch.size() - 1; i >= 0; i--) {
            var member = batch.get(i);
            if (member.result == null) {
                var lane = lane(member);
                member.stage = PendingMovement.Stage.WAITING;
                lane.members.addFirst(member);
                lane.failed++;
                waiting++;
            } else if (batch.size() == 1) {
                suspect(member.movement.accountId(), member.result);
            }
        }
        for (var member : batch) {
            var lane = lanes.get(member.movement.accountId());
            if (lane != null && lane.inProgress) {
                lane.inProgress = false;
                if (lane.members.isEmpty()) {
                    lanes.remove(lane.account);
                } else {
                    makeReady(lane);
                }
            }
        }
    }

    /** Gives an account units of its own until one of them succeeds: others do not wait for a lock held elsewhere. */
    private void suspect(String account, MovementResult result) {
        if (result instanceof MovementResult.NotLookedUp missed && !missed.lockFailed()) {
            return; // no unit could be begun for any account, which says nothing about this one
        }
        if (result instanceof MovementResult.Stored || result instanceof MovementResult.Refused) {
            suspects.remove(account);
        } else if (suspects.size() < MAX_SUSPECTS) {
            suspects.add(account);
        }
    }

    /** Removes and returns all waiting movements. */
    List<PendingMovement> drain() {
        List<PendingMovement> all = new ArrayList<>();
        lanes.values().forEach(lane -> {
            all.addAll(lane.members);
            lane.members.clear();
        });
        lanes.values().removeIf(lane -> !lane.inProgress);
        ready.clear();
        waiting = 0;
        return all;
    }

    private Lane lane(PendingMovement member) {
        return Objects.requireNonNull(
                lanes.get(member.movement.accountId()), "a movement that waits or is in progress has a lane");
    }
}
