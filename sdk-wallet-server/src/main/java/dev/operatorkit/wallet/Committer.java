package dev.operatorkit.wallet;

import dev.operatorkit.wallet.Decision.Apply;
import dev.operatorkit.wallet.Decision.Refuse;
import dev.operatorkit.wallet.Decision.Replay;
import dev.operatorkit.wallet.MovementResult.Origin;
import dev.operatorkit.wallet.StoreException.Indeterminate;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.WalletStore.Snapshot;
import dev.operatorkit.wallet.WalletStore.UnitOfWork;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs movements as one unit of work, all or none, and says how each ended. */
final class Committer {
    private static final Logger LOG = LoggerFactory.getLogger(Committer.class);
    private static final int ATTEMPTS = 6;
    private static final MovementResult STORE_FAILED = new MovementResult.Failed(Refusal.STORE_FAILED);
    private static final MovementResult NO_UNIT = new MovementResult.NotLookedUp(Refusal.STORE_FAILED, false);
    private static final MovementResult NOT_READ = new MovementResult.NotLookedUp(Refusal.STORE_FAILED, true);

    private final WalletStore store;
    private final Clock clock;
    private final long recoveryNanos;

    /** With how long to look for what a lost commit left behind. */
    Committer(WalletStore store, Clock clock, Duration recovery) {
        this.store = store;
        this.clock = clock;
        this.recoveryNanos = recovery.toNanos();
    }

    /** Gives each member its result, or none when it must be run again on its own. */
    void run(List<PendingMovement> batch) {
        for (var attempt = 1; ; attempt++) {
            UnitOfWork unit;
            try {
                unit = store.begin();
            } catch (RuntimeException e) {
                LOG.warn("no unit of work to be had for {} movements", batch.size(), e);
                batch.forEach(member -> member.result = NO_UNIT);
                return;
            }
            batch.forEach(member -> {
                member.provisional = null;
                member.commitRequested = false;
            });
            try (unit) {
                commit(batch, unit);
                return;
            } catch (Indeterminate e) {
                LOG.warn("the outcome of a commit of {} movements is unknown, looking them up", batch.size(), e);
                recover(batch);
                return;
            } catch (RuntimeException e) {
                if (!(e instanceof RolledBack rolledBack && rolledBack.isRetryable()) || attempt == ATTEMPTS) {
                    LOG.warn("a unit of {} movements was rolled back", batch.size(), e);
                    if (batch.size() == 1) {
                        // Judged, so it was looked up under the lock, and is not there: what is there is not written
                        // again.
                        batch.get(0).result = batch.get(0).provisional == null ? NOT_READ : STORE_FAILED;
                    }
                    return;
                }
            }
            pause(attempt);
        }
    }

    private void commit(List<PendingMovement> batch, UnitOfWork unit) {
        var read = unit.lockAndRead(readRequest(batch));
        var facts = new WorkingSnapshot(batch.size(), read, clock.instant().truncatedTo(ChronoUnit.MILLIS));
        for (var member : batch) {
            member.provisional = decide(member.movement, facts);
        }
        if (!facts.isUnchanged()) {
            unit.write(facts.changes());
            batch.forEach(member -> member.commitRequested = true);
            try {
                unit.commit();
            } catch (StoreException e) {
                throw e;
            } catch (RuntimeException e) {
                throw new Indeterminate("the store did not say how the commit ended", e);
            }
        }
        // Not before the commit: even a refusal may rest on what an earlier member of the batch did.
        batch.forEach(member -> member.result = member.provisional);
    }

    private static MovementResult decide(Movement asked, WorkingSnapshot facts) {
        var decision = RoundRules.decide(asked, facts.stateFor(asked));
        if (decision instanceof Apply apply) {
            return new MovementResult.Stored(
                    facts.apply(asked, apply), apply.tombstone() ? Origin.TOMBSTONE : Origin.APPLIED);
        }
        if (decision instanceof Replay replay) {
            return new MovementResult.Stored(replay.stored(), Origin.REPLAYED);
        }
        return new MovementResult.Refused(((Refuse) decision).refusal());
    }

    /**
     * After a commit without an answer. Once the accounts are locked anew, what is there was committed, and what is not
     * there never will be (D-29).
     */
    private void recover(List<PendingMovement> batch) {
        var deadline = System.nanoTime() + recoveryNanos;
        for (var attempt = 1; ; attempt++) {
            try (var unit = store.begin()) {
                var facts = unit.lockAndRead(readRequest(batch));
                batch.forEach(member -> member.result = resolve(member, facts));
                return;
            } catch (RuntimeException e) {
                if (System.nanoTime() - deadline > 0) {
                    LOG.error("the outcome of {} movements stays unknown", batch.size(), e);
                    batch.forEach(member -> member.result = member.provisional instanceof MovementResult.Stored
                            ? new MovementResult.Indeterminate()
                            : NOT_READ);
                    return;
                }
                pause(attempt);
            }
        }
    }

    /** Returns its result; null if it must be decided again, since another node wrote it or nothing was to be written. */
    private static @Nullable MovementResult resolve(PendingMovement member, Snapshot facts) {
        if (!(member.provisional instanceof MovementResult.Stored mine)) {
            return null;
        }
        var stored = facts.transactions().get(member.movement.transactionId());
        if (stored == null) {
            return STORE_FAILED;
        }
        return stored.operatorTransactionId().equals(mine.transaction().operatorTransactionId()) ? mine : null;
    }

    private static ReadRequest readRequest(List<PendingMovement> batch) {
        if (batch.size() == 1) {
            return batch.get(0).movement.readRequest(); // an idle wallet's, with nothing to collect
        }
        Set<String> accounts = new HashSet<>();
        Set<String> transactions = new HashSet<>();
        Set<Round.Key> rounds = new HashSet<>();
        for (var member : batch) {
            member.movement.addTo(accounts, transactions, rounds);
        }
        return new ReadRequest(accounts, transactions, rounds);
    }

    /** A few milliseconds, more each time, never the same for two that collided. */
    private static void pause(int attempt) {
        var most = TimeUnit.MILLISECONDS.toNanos(1L << Math.min(attempt, 6));
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most / 2, most));
    }
}
