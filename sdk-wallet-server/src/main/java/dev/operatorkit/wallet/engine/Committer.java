package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.DebitPolicy;
import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoreException.OutcomeUnknown;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.WalletStore.Snapshot;
import dev.operatorkit.wallet.WalletStore.UnitOfWork;
import dev.operatorkit.wallet.engine.MovementResult.Origin;
import dev.operatorkit.wallet.rules.Decision.Apply;
import dev.operatorkit.wallet.rules.Decision.Refuse;
import dev.operatorkit.wallet.rules.Decision.Replay;
import dev.operatorkit.wallet.rules.Movement;
import dev.operatorkit.wallet.rules.RoundRules;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Runs movements as one unit of work, all or none, and determines the result of each. */
final class Committer implements Batcher.BatchCommitter {
    /** With the pauses between them, about a third of a second: at SERIALIZABLE, many units collide that share no row. */
    static final int ATTEMPTS = 12;

    private static final MovementResult STORE_FAILED = new MovementResult.Failed(Refusal.STORE_FAILED);
    private static final MovementResult NO_UNIT = new MovementResult.NotLookedUp(Refusal.STORE_FAILED, false);
    private static final MovementResult NOT_READ = new MovementResult.NotLookedUp(Refusal.STORE_FAILED, true);

    private final ThrottledLog log = new ThrottledLog(LoggerFactory.getLogger(Committer.class));
    private final WalletStore store;
    private final DebitPolicy policy;
    private final Clock clock;
    private final ThreadControl threads;
    private final long recoveryNanos;

    /** Creates a committer with a time limit for looking up what a commit with an unknown outcome wrote. */
    Committer(WalletStore store, DebitPolicy policy, Clock clock, Duration recovery, ThreadControl threads) {
        this.store = store;
        this.policy = policy;
        this.clock = clock;
        this.threads = threads;
        this.recoveryNanos = recovery.toNanos();
    }

    @Override
    public void commit(List<PendingMovement> batch, Runnable onCommitRequested) {
        for (var attempt = 1; !isEnded(batch, attempt, onCommitRequested); attempt++) {
            pause(attempt);
        }
    }

    /** Runs one unit of work; returns false if it collided and is to be run again. */
    private boolean isEnded(List<PendingMovement> batch, int attempt, Runnable onCommitRequested) {
        UnitOfWork unit;
        try {
            unit = store.begin();
        } catch (RuntimeException e) {
            log.warn("No unit of work could be begun", e);
            batch.forEach(member -> member.result = NO_UNIT);
            return true;
        }
        Map<PendingMovement, MovementResult> decided = new HashMap<>(2 * batch.size());
        try (unit) {
            decide(batch, unit, decided, onCommitRequested);
            // Only after the commit: even a refusal may depend on an earlier movement of the batch.
            batch.forEach(member -> member.result = decided.get(member));
        } catch (OutcomeUnknown e) {
            log.warn("The outcome of a commit is unknown, its movements are looked up", e);
            recover(batch, decided);
        } catch (RuntimeException e) {
            var collided = e instanceof RolledBack rolledBack && rolledBack.isRetryable();
            if (collided && attempt < ATTEMPTS) {
                return false;
            }
            log.warn("A unit of work was rolled back", e);
            if (batch.size() == 1) {
                // Once decided on, its id was looked up under the lock and was absent: a stored movement is replayed
                // and
                // writes nothing that could be rolled back. The unit that it collided with may have written it since.
                batch.get(0).result = collided || decided.isEmpty() ? NOT_READ : lookUpAgain(batch);
            }
        }
        return true;
    }

    /**
     * Looks up a movement once more that was absent under the lock before its unit failed: another node may have waited
     * for that lock with the same movement, and have written it since (D-29). Returns null if so, since it must be decided
     * on again. If it cannot be looked up, its outcome is unknown.
     */
    private @Nullable MovementResult lookUpAgain(List<PendingMovement> batch) {
        try (var unit = store.begin()) {
            var snapshot = unit.lockAndRead(readRequest(batch));
            var id = batch.get(0).movement.transactionId();
            return snapshot.transactions().containsKey(id) ? null : STORE_FAILED;
        } catch (RuntimeException e) {
            log.warn("A movement of a unit that was rolled back could not be looked up again", e);
            return NOT_READ;
        }
    }

    /** Decides on all movements and commits what changes. */
    private void decide(
            List<PendingMovement> batch,
            UnitOfWork unit,
            Map<PendingMovement, MovementResult> decided,
            Runnable onCommitRequested) {
        var unchanged = true;
        for (var members : byPartition(batch)) {
            var read = unit.lockAndRead(readRequest(members));
            var snapshot =
                    new WorkingSnapshot(members.size(), read, clock.instant().truncatedTo(ChronoUnit.MILLIS));
            for (var member : members) {
                decided.put(member, decide(member.movement, snapshot, unit));
            }
            if (!snapshot.isUnchanged()) {
                unit.write(snapshot.changes());
                unchanged = false;
            }
        }
        if (unchanged) {
            return;
        }
        onCommitRequested.run();
        try {
            unit.commit();
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            throw StoreException.outcomeUnknown(
                    "the store threw an unexpected exception, so the outcome of the commit is unknown", e);
        }
    }

    /**
     * Returns the movements of each partition in ascending order, in which every unit locks them, so that no two wait for
     * each other. Each partition has a separate snapshot, since accounts of two partitions may use the same id (D-52).
     */
    private static Collection<List<PendingMovement>> byPartition(List<PendingMovement> batch) {
        var first = batch.get(0).partition;
        if (batch.stream().allMatch(member -> member.partition == first)) {
            return List.of(batch);
        }
        return batch.stream()
                .collect(Collectors.groupingBy(member -> member.partition, TreeMap::new, Collectors.toList()))
                .values();
    }

    private MovementResult decide(Movement movement, WorkingSnapshot snapshot, UnitOfWork unit) {
        var decision = RoundRules.decide(snapshot, movement);
        if (decision instanceof Refuse refuse) {
            return new MovementResult.Refused(refuse, null);
        }
        if (decision instanceof Replay replay) {
            return new MovementResult.Stored(replay.transaction(), Origin.REPLAYED);
        }
        var apply = (Apply) decision;
        if (apply.isTombstone()) {
            // Recorded as a tombstone, it would end the retries of a rollback that names the wrong player, and the
            // stake would never be returned (D-26).
            var elsewhere = unit.findInOtherPartitions(movement.debitId());
            if (elsewhere.isPresent()) {
                return new MovementResult.Refused(
                        elsewhere.get().kind() == Kind.DEBIT ? Refusal.WRONG_PLAYER : Refusal.REFERENCE_NOT_A_DEBIT);
            }
        }
        var refused = checkPolicy(apply, snapshot);
        return refused != null
                ? refused
                : new MovementResult.Stored(
                        snapshot.apply(apply), apply.isTombstone() ? Origin.TOMBSTONE : Origin.APPLIED);
    }

    /** Returns the refusal of the operator's policy, or of a policy that fails; null if it accepts, or for a settlement. */
    private MovementResult.@Nullable Refused checkPolicy(Apply decided, WorkingSnapshot snapshot) {
        var debit = decided.movement().debit();
        if (debit.isEmpty() || policy.equals(DebitPolicy.ACCEPT_ALL)) {
            return null;
        }
        try {
            var refusal = policy.check(snapshot.propose(debit.get(), decided));
            return refusal.map(by -> new MovementResult.Refused(
                            new Refuse(Refusal.REFUSED_BY_POLICY, by.message()), by.reason()))
                    .orElse(null);
        } catch (Throwable e) {
            // Errors and Kotlin's checked exceptions too: the other movements must not be affected.
            log.warn("The policy failed for a debit", e);
            return new MovementResult.Refused(Refusal.POLICY_FAILED);
        }
    }

    /**
     * Looks up the movements after a commit with an unknown outcome. Once the accounts are locked again, what is
     * present was committed, and what is absent never will be (D-29).
     */
    private void recover(List<PendingMovement> batch, Map<PendingMovement, MovementResult> decided) {
        var deadline = threads.nanoTime() + recoveryNanos;
        for (var attempt = 1; ; attempt++) {
            try (var unit = store.begin()) {
                Map<Integer, Snapshot> snapshots = new HashMap<>();
                for (var members : byPartition(batch)) {
                    snapshots.put(members.get(0).partition, unit.lockAndRead(readRequest(members)));
                }
                batch.forEach(member -> member.result = resolve(
                        member.movement, decided.get(member), Objects.requireNonNull(snapshots.get(member.partition))));
                return;
            } catch (RuntimeException e) {
                if (threads.nanoTime() - deadline > 0) {
                    log.error("The outcome of movements remains unknown, the provider will retry or roll back", e);
                    batch.forEach(member -> member.result = decided.get(member) instanceof MovementResult.Stored
                            ? new MovementResult.Unknown()
                            : NOT_READ);
                    return;
                }
                pause(attempt);
            }
        }
    }

    /** Returns the result; null if it must be decided on again: another node wrote it, or nothing was to be written. */
    private static @Nullable MovementResult resolve(
            Movement movement, @Nullable MovementResult decided, Snapshot snapshot) {
        if (!(decided instanceof MovementResult.Stored mine)) {
            return null;
        }
        var stored = snapshot.transactions().get(movement.transactionId());
        if (stored == null) {
            return STORE_FAILED;
        }
        return stored.operatorTransactionId().equals(mine.transaction().operatorTransactionId()) ? mine : null;
    }

    private static ReadRequest readRequest(List<PendingMovement> batch) {
        Set<String> accounts = new HashSet<>();
        Set<String> transactions = new HashSet<>();
        Set<Round.Key> rounds = new HashSet<>();
        for (var member : batch) {
            if (member.movement.hasAccount()) {
                accounts.add(member.movement.accountId());
            }
            transactions.addAll(member.movement.idsToLock());
            member.movement.round().ifPresent(rounds::add);
        }
        return new ReadRequest(accounts, transactions, rounds);
    }

    /**
     * Pauses for a random time, which grows to 32 to 64 ms, so that two units that collided do not collide again.
     */
    private void pause(int attempt) {
        threads.pause(TimeUnit.MILLISECONDS.toNanos(1L << Math.min(attempt, 6)));
    }
}
