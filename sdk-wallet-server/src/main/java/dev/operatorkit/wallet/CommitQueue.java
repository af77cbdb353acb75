package dev.operatorkit.wallet;

import dev.operatorkit.wallet.Lanes.Track;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where callers wait while others' movements are committed, and out of which the next batch is made.
 *
 * <p>Without threads of its own, a caller that finds no unit under way leads: it runs one batch, its own movement's as a
 * rule, then wakes the caller of the next one to lead in its place. So an idle wallet switches no threads, and nobody's
 * answer waits for others' work longer than for one unit.
 */
final class CommitQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CommitQueue.class);
    private static final MovementResult BUSY = new MovementResult.NotLookedUp(Refusal.BUSY, false);
    private static final MovementResult UNDER_WAY = new MovementResult.NotLookedUp(Refusal.STORE_FAILED, true);

    private final GroupCommitOptions settings;
    private final Committer committer;
    private final Consumer<PendingMovement> ended;
    private final WalletListener listener;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition together = lock.newCondition();
    private final Condition apart = lock.newCondition();
    private final Condition idle = lock.newCondition();
    private final Lanes lanes;
    private final Map<Track, Integer> leading = new EnumMap<>(Track.class);
    private final PendingIds pending = new PendingIds();

    /** The batches under way, and since when. */
    private final IdentityHashMap<List<PendingMovement>, Long> underWay = new IdentityHashMap<>();

    private boolean closed;

    /** With what to do with a member that ends after its caller has gone. */
    CommitQueue(
            GroupCommitOptions settings,
            Committer committer,
            WalletListener listener,
            Consumer<PendingMovement> ended) {
        this.settings = settings;
        this.committer = committer;
        this.listener = listener;
        this.ended = ended;
        this.lanes = new Lanes(settings.queueCapacity());
        for (var track : Track.values()) {
            for (var i = 1; settings.dedicatedThreads() && i <= settings.committers(); i++) {
                var thread = new Thread(() -> runCommitter(track), "wallet-committer-" + track + "-" + i);
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    /** Waits until it is committed, refused or given up. */
    MovementResult submit(PendingMovement member) {
        if (!enter(member)) {
            return BUSY;
        }
        try {
            return complete(member);
        } finally {
            if (member.interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Whether a read without the account's lock that does not find this movement's id can be believed (D-29): no attempt with this
     * id may still write, the account did not fail on its own before, and no unit hangs, as all commits do while a synchronous
     * standby is away.
     */
    boolean isQuiet(Movement asked) {
        lock.lock();
        try {
            var now = System.nanoTime();
            var longest = settings.maxWait().toNanos() / 2;
            return !pending.contains(asked.transactionId())
                    && !lanes.isIsolated(asked.accountId())
                    && underWay.values().stream().allMatch(began -> now - began <= longest);
        } finally {
            lock.unlock();
        }
    }

    private MovementResult complete(PendingMovement member) {
        var patience = settings.maxWait().toNanos();
        await(member, member.arrived + patience);
        if (member.result == null && withdraw(member)) {
            return BUSY;
        }
        // It is being committed: that may take as long again.
        await(member, member.arrived + 2 * patience);
        return leave(member);
    }

    private boolean enter(PendingMovement member) {
        lock.lock();
        try {
            if (closed || !lanes.add(member)) {
                return false;
            }
            pending.add(member.movement.transactionId());
            dispatch();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void await(PendingMovement member, long deadline) {
        while (member.result == null) {
            var left = deadline - System.nanoTime();
            var track = member.leads;
            if (track != null) {
                lead(member, track);
            } else if (left > 0) {
                LockSupport.parkNanos(this, left);
                // Only remembered: what may have been written cannot be left alone.
                member.interrupted |= Thread.interrupted();
            } else {
                return;
            }
        }
    }

    /** Takes it back when it is still waiting. */
    private boolean withdraw(PendingMovement member) {
        lock.lock();
        try {
            if (member.result != null || member.taken) {
                return false;
            }
            lanes.remove(member);
            pending.remove(member.movement.transactionId());
            handOverLead(member);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Its end; or what to say without one, and it ends without its caller. */
    private MovementResult leave(PendingMovement member) {
        lock.lock();
        try {
            var result = member.result;
            if (result != null) {
                return result;
            }
            if (withdraw(member)) {
                return BUSY;
            }
            member.abandoned = true;
            // Until its commit is asked for nothing is written: a settlement is told to come again (D-29).
            return member.commitRequested ? new MovementResult.Indeterminate() : UNDER_WAY;
        } finally {
            lock.unlock();
        }
    }

    /** Runs one batch on this caller's thread, unless its own movement is being run by another. */
    private void lead(PendingMovement member, Track track) {
        List<PendingMovement> batch;
        lock.lock();
        try {
            batch = member.result != null || member.taken ? List.of() : takeBatch(track);
        } finally {
            lock.unlock();
        }
        try {
            if (!batch.isEmpty()) {
                run(batch, batch.contains(member));
            }
        } finally {
            lock.lock();
            try {
                handOverLead(member);
            } finally {
                lock.unlock();
            }
        }
    }

    private void handOverLead(PendingMovement member) {
        if (member.leads != null) {
            leading.merge(member.leads, -1, Integer::sum);
            member.leads = null;
            dispatch();
        }
    }

    /** Lets what is ready be run, by threads of the wallet's own or by callers that wait. */
    private void dispatch() {
        for (var track : Track.values()) {
            if (settings.dedicatedThreads()) {
                wake(track);
                continue;
            }
            while (leading.getOrDefault(track, 0) < settings.committers()) {
                var next = lanes.nextLeader(track);
                if (next == null) {
                    break;
                }
                leading.merge(track, 1, Integer::sum);
                next.leads = track;
                LockSupport.unpark(next.caller);
            }
        }
    }

    /** One thread for what is ready; to wake one for nothing, at every callback, costs as much as to decide it. */
    private void wake(Track track) {
        if (closed) {
            workAvailable(track).signalAll();
        } else if (lanes.hasReady(track)) {
            workAvailable(track).signal();
        }
    }

    private Condition workAvailable(Track track) {
        return track == Track.TOGETHER ? together : apart;
    }

    private void runCommitter(Track track) {
        var more = true;
        while (more) {
            try {
                more = commitNext(track);
            } catch (Throwable e) {
                // Nobody starts another committer: with too little memory for a moment, all that follows would wait in
                // vain.
                LOG.error("a committer failed and goes on", e);
            }
        }
    }

    /** Commits the next batch; false when there will be none. */
    private boolean commitNext(Track track) {
        List<PendingMovement> batch;
        lock.lock();
        try {
            while (!lanes.hasReady(track)) {
                if (closed && lanes.size() == 0 && underWay.isEmpty()) {
                    return false;
                }
                workAvailable(track).awaitUninterruptibly();
            }
            batch = takeBatch(track);
            wake(track);
        } finally {
            lock.unlock();
        }
        run(batch, false);
        return true;
    }

    private List<PendingMovement> takeBatch(Track track) {
        var batch = lanes.takeBatch(track, settings.maxBatchSize());
        if (!batch.isEmpty()) {
            underWay.put(batch, System.nanoTime());
        }
        return batch;
    }

    /** Runs it and, whatever happens, lets nobody wait for it any longer. */
    private void run(List<PendingMovement> batch, boolean mine) {
        var began = System.nanoTime();
        try {
            committer.run(batch);
        } catch (Throwable e) {
            LOG.error("a unit of {} movements broke, nobody knows how far it got", batch.size(), e);
            batch.stream()
                    .filter(member -> member.result == null)
                    .forEach(member -> member.result = new MovementResult.Indeterminate());
            if (mine && e instanceof Error error) {
                throw error;
            }
        } finally {
            finish(batch);
            var waited = Duration.ofNanos(began - batch.get(0).arrived);
            listener.onBatchCommitted(batch.size(), waited, Duration.ofNanos(System.nanoTime() - began));
        }
    }

    private void finish(List<PendingMovement> batch) {
        List<PendingMovement> left = new ArrayList<>(0);
        lock.lock();
        try {
            underWay.remove(batch);
            for (var member : batch) {
                if (member.abandoned) {
                    left.add(member);
                    if (member.result == null) {
                        // Not run again: its caller was told that nobody knows, and will ask again or roll back.
                        member.result = new MovementResult.Indeterminate();
                    }
                }
                var result = member.result;
                if (result != null) {
                    pending.end(member.movement.transactionId(), result);
                }
            }
            lanes.finish(batch);
            dispatch();
            idle.signalAll();
        } finally {
            lock.unlock();
        }
        var self = Thread.currentThread();
        for (var member : batch) {
            if (!member.caller.equals(self) && member.result != null) {
                LockSupport.unpark(member.caller);
            }
        }
        left.forEach(ended);
    }

    /** Takes no more, lets what waits end, and refuses what does not end in time. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            dispatch();
            var left = settings.maxWait().toNanos();
            while (left > 0 && (!underWay.isEmpty() || lanes.size() > 0)) {
                left = idle.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            refuseAll();
            lock.unlock();
        }
    }

    private void refuseAll() {
        for (var member : lanes.drain()) {
            member.result = BUSY;
            pending.remove(member.movement.transactionId());
            handOverLead(member);
            LockSupport.unpark(member.caller);
        }
        dispatch();
    }
}
