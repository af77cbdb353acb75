package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.Refusal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Records the calls and commits of a {@link QueueModel}, and finds what must never happen. Thread-safe. */
final class QueueNotes {
    private final Map<String, List<String>> begun = new LinkedHashMap<>();
    private final Map<String, MovementResult> outcomes = new LinkedHashMap<>();
    private final List<String> entered = new ArrayList<>();
    private final List<String> applied = new ArrayList<>();
    private final List<String> endedWithoutCaller = new ArrayList<>();
    private final Set<String> lockedAccounts = new HashSet<>();
    private @Nullable String violation;

    /** Notes that a caller begins, and returns the id of its movement. */
    synchronized String begin(String account) {
        var id = account + "-" + begun.size();
        begun.put(id, List.copyOf(entered));
        return id;
    }

    /** Notes that a movement waits: one that begins from now on is behind it. */
    synchronized void enter(PendingMovement member) {
        entered.add(id(member));
    }

    synchronized void lock(List<PendingMovement> batch, boolean combined) {
        var partitions = batch.stream().map(member -> member.partition).distinct();
        require(combined || partitions.count() == 1, "a batch holds movements of two partitions");
        for (var account : accounts(batch)) {
            require(lockedAccounts.add(account), "two batches hold " + account + " concurrently");
        }
    }

    synchronized void apply(List<PendingMovement> batch) {
        for (var member : batch) {
            require(!applied.contains(id(member)), id(member) + " was applied twice");
            applied.add(id(member));
        }
    }

    synchronized void unlock(List<PendingMovement> batch) {
        lockedAccounts.removeAll(accounts(batch));
    }

    synchronized void end(String id, MovementResult outcome) {
        require(outcomes.put(id, outcome) == null, id + " has two outcomes");
    }

    synchronized void endWithoutCaller(PendingMovement member) {
        endedWithoutCaller.add(id(member));
    }

    /** Throws an exception if anything was lost, doubled or reordered. */
    synchronized void check() {
        require(outcomes.keySet().equals(begun.keySet()), "only " + outcomes.keySet() + " have an outcome");
        outcomes.forEach(this::checkOutcome);
        begun.forEach(this::checkOrder);
        if (violation != null) {
            throw new AssertionError(violation);
        }
    }

    private void checkOutcome(String id, MovementResult outcome) {
        if (outcome.equals(QueueModel.APPLIED)) {
            require(applied.contains(id), id + " was answered and never applied");
        } else if (outcome instanceof MovementResult.NotLookedUp missed && missed.why() == Refusal.BUSY) {
            require(!applied.contains(id), id + " was withdrawn and is applied");
        } else {
            var times = endedWithoutCaller.stream().filter(id::equals).count();
            require(times == 1, "the end of " + id + ", whose caller left, was reported " + times + " times");
        }
    }

    private void checkOrder(String id, List<String> earlier) {
        for (var other : earlier) {
            var overtaken = other.charAt(0) == id.charAt(0)
                    && applied.contains(id)
                    && applied.indexOf(other) > applied.indexOf(id);
            require(!overtaken, id + " overtook " + other);
        }
    }

    private void require(boolean holds, String otherwise) {
        if (!holds && violation == null) {
            violation = otherwise;
        }
    }

    private static Set<String> accounts(List<PendingMovement> batch) {
        Set<String> accounts = new HashSet<>();
        batch.forEach(member -> accounts.add(member.movement.accountId()));
        return accounts;
    }

    private static String id(PendingMovement member) {
        return member.movement.transactionId();
    }
}
