package dev.operatorkit.wallet.engine;

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
 * Queues the waiting movements, one queue for each account. Not thread-safe: {@link Batcher} holds its lock.
 *
 * <p>A batch takes one movement of every queue in turn before it takes a second of any, so that many movements of one
 * player only fill the space that the other players leave. An account is in one batch at a time, because two units would
 * wait for each other's lock.
 */
final class AccountQueues {
    /** Stands for the partition of the movements that name no account, which read all partitions. */
    static final int ALL_PARTITIONS = Integer.MIN_VALUE;

    private static final int MAX_ISOLATED = 1_000;

    private final int capacity;
    private final Map<String, AccountQueue> queues = new HashMap<>();

    /** The queues that a batch may take from now; the group whose turn it is comes first. */
    private final Map<Group, Deque<AccountQueue>> ready = new LinkedHashMap<>();

    /** The accounts whose last unit for one movement failed, perhaps because another process holds their lock. */
    private final Set<String> isolatedAccounts = new HashSet<>();

    private int waiting;

    AccountQueues(int capacity) {
        this.capacity = capacity;
    }

    /**
     * Names queues whose movements may share a unit of work: those of one partition.
     *
     * @param alone true if each of their movements gets a separate unit: its batch failed, the last such unit of its
     *     account failed, or it has no account
     */
    record Group(int partition, boolean alone) {}

    private static final class AccountQueue {
        final String account;
        final int partition;
        final Deque<PendingMovement> members = new ArrayDeque<>();

        /** The group in which it is ready; null while a batch has movements of it. */
        @Nullable
        Group group;

        AccountQueue(String account, int partition) {
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
    boolean mayWrite(String transactionId) {
        return queues.values().stream()
                .flatMap(queue -> queue.members.stream())
                .anyMatch(member -> member.mayWrite(transactionId));
    }

    /** Adds a movement to the end of its queue, or returns false if there is no room. */
    boolean add(PendingMovement member) {
        var account = member.movement.accountId();
        var queue = queues.get(account);
        if (waiting >= capacity || (queue != null && queue.members.size() >= capacity / 2)) {
            return false;
        }
        waiting++;
        if (queue != null) {
            queue.members.add(member);
            return true;
        }
        queue = new AccountQueue(account, member.movement.hasAccount() ? member.partition : ALL_PARTITIONS);
        queue.members.add(member);
        queues.put(account, queue);
        makeReady(queue);
        return true;
    }

    private void makeReady(AccountQueue queue) {
        var alone =
                queue.members.getFirst().failed || queue.account.isEmpty() || isolatedAccounts.contains(queue.account);
        queue.group = new Group(queue.partition, alone);
        ready.computeIfAbsent(queue.group, unused -> new ArrayDeque<>()).add(queue);
    }

    /** Removes a movement that is still waiting. */
    void remove(PendingMovement member) {
        var queue = queueOf(member);
        queue.members.remove(member);
        waiting--;
        if (queue.members.isEmpty() && queue.group != null) {
            queues.remove(queue.account);
            var others = Objects.requireNonNull(ready.get(queue.group));
            others.remove(queue);
            if (others.isEmpty()) {
                ready.remove(queue.group);
            }
        }
    }

    /** Takes the next movements of a group, whose turn then comes last; empty if nothing is ready. */
    List<PendingMovement> take(Group group, int maxSize) {
        List<PendingMovement> taken = new ArrayList<>();
        var first = Objects.requireNonNullElseGet(ready.remove(group), ArrayDeque<AccountQueue>::new);
        Deque<AccountQueue> further = new ArrayDeque<>();
        while (taken.size() < maxSize && !(first.isEmpty() && further.isEmpty())) {
            var queue = first.isEmpty() ? further.remove() : first.remove();
            queue.group = null;
            taken.add(queue.members.remove());
            if (!queue.members.isEmpty()) {
                further.add(queue);
            }
        }
        if (!first.isEmpty()) {
            ready.put(group, first);
        }
        waiting -= taken.size();
        return taken;
    }

    /**
     * Ends a batch: releases its queues, and puts movements without a result back at the head of their queues, each for
     * a separate unit.
     */
    void end(List<PendingMovement> batch) {
        for (var i = batch.size() - 1; i >= 0; i--) {
            var member = batch.get(i);
            if (member.result == null) {
                member.batch = null;
                member.failed = true;
                queueOf(member).members.addFirst(member);
                waiting++;
            } else if (batch.size() == 1) {
                isolateUnlessDecided(member.movement.accountId(), member.result);
            }
        }
        for (var member : batch) {
            var queue = queues.get(member.movement.accountId());
            if (queue != null && queue.group == null) {
                if (queue.members.isEmpty()) {
                    queues.remove(queue.account);
                } else {
                    makeReady(queue);
                }
            }
        }
    }

    /** Gives an account separate units until one of them succeeds: others do not wait for a lock held elsewhere. */
    private void isolateUnlessDecided(String account, MovementResult result) {
        if (result instanceof MovementResult.NotLookedUp missed && !missed.lockFailed()) {
            return; // no unit could be begun for any account, which tells nothing about this one
        }
        if (result instanceof MovementResult.Stored || result instanceof MovementResult.Refused) {
            isolatedAccounts.remove(account);
        } else if (isolatedAccounts.size() < MAX_ISOLATED) {
            isolatedAccounts.add(account);
        }
    }

    /** Removes and returns all waiting movements. */
    List<PendingMovement> drain() {
        List<PendingMovement> all = new ArrayList<>();
        queues.values().forEach(queue -> {
            all.addAll(queue.members);
            queue.members.clear();
        });
        queues.values().removeIf(queue -> queue.group != null);
        ready.clear();
        waiting = 0;
        return all;
    }

    private AccountQueue queueOf(PendingMovement member) {
        return Objects.requireNonNull(
                queues.get(member.movement.accountId()), "a movement that waits or is in progress has a queue");
    }
}
