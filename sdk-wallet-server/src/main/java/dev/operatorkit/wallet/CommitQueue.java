package dev.operatorkit.wallet;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where callers wait while others' movements are committed, and out of which the next batch is made.
 *
 * <p>Without threads of its own, a caller that finds no unit under way leads: it runs batches until its own movement has
 * ended, then wakes the caller of the next one to lead in its place. So an idle wallet switches no threads, and nobody's
 * answer waits for others' work longer than for one unit.
 */
final class CommitQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CommitQueue.class);
    private static final Result BUSY = new Result.Failed(Refusal.BUSY);

    private final GroupCommit settings;
    private final Committer committer;
    private final Consumer<Member> ended;
    private final WalletListener listener;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition idle = lock.newCondition();
    private final Lanes lanes;
    private int leading;
    private int underWay;
    private boolean closed;

    /** With what to do with a member that ends after its caller has gone. */
    CommitQueue(GroupCommit settings, Committer committer, WalletListener listener, Consumer<Member> ended) {
        this.settings = settings;
        this.committer = committer;
        this.listener = listener;
        this.ended = ended;
        this.lanes = new Lanes(settings.queueLength());
        for (var i = 1; settings.ownThreads() && i <= settings.committers(); i++) {
            var thread = new Thread(this::commitForever, "wallet-committer-" + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Waits until it is committed, refused or given up. */
    Result submit(Member member) {
        if (!enter(member)) {
            return BUSY;
        }
        var patience = settings.patience().toNanos();
        await(member, member.arrived + patience);
        if (member.result == null && withdraw(member)) {
            return BUSY;
        }
        // It is being committed: that may take as long again.
        await(member, member.arrived + 2 * patience);
        if (member.result == null && (withdraw(member) || abandon(member))) {
            return member.abandoned ? new Result.Unknown() : BUSY;
        }
        if (member.interrupted) {
            Thread.currentThread().interrupt();
        }
        return Objects.requireNonNull(member.result);
    }

    private boolean enter(Member member) {
        lock.lock();
        try {
            if (closed || !lanes.add(member)) {
                return false;
            }
            if (settings.ownThreads()) {
                work.signal();
            } else if (leading < settings.committers() && lanes.hasReady()) {
                leading++;
                member.leads = true;
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void await(Member member, long deadline) {
        while (member.result == null) {
            var left = deadline - System.nanoTime();
            if (member.leads) {
                lead(member);
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
    private boolean withdraw(Member member) {
        lock.lock();
        try {
            if (member.result != null || member.taken) {
                return false;
            }
            lanes.remove(member);
            if (member.leads) {
                stepDown(member);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Lets it end without its caller. */
    private boolean abandon(Member member) {
        lock.lock();
        try {
            member.abandoned = member.result == null;
            return member.abandoned;
        } finally {
            lock.unlock();
        }
    }

    /** Runs one batch on this caller's thread, unless its own movement is being run by another. */
    private void lead(Member member) {
        List<Member> batch;
        lock.lock();
        try {
            batch = member.result != null || member.taken ? List.of() : takeBatch();
            if (batch.isEmpty()) {
                stepDown(member);
                return;
            }
        } finally {
            lock.unlock();
        }
        run(batch, batch.contains(member));
        lock.lock();
        try {
            if (member.result != null) {
                stepDown(member);
            }
        } finally {
            lock.unlock();
        }
    }

    private void stepDown(Member member) {
        member.leads = false;
        leading--;
        wakeLeaders();
    }

    private void wakeLeaders() {
        while (leading < settings.committers()) {
            var next = lanes.nextLeader();
            if (next == null) {
                return;
            }
            leading++;
            next.leads = true;
            LockSupport.unpark(next.caller);
        }
    }

    private void commitForever() {
        while (true) {
            List<Member> batch;
            lock.lock();
            try {
                while (!lanes.hasReady()) {
                    if (closed && lanes.waiting() == 0) {
                        return;
                    }
                    work.awaitUninterruptibly();
                }
                batch = takeBatch();
            } finally {
                lock.unlock();
            }
            run(batch, false);
        }
    }

    private List<Member> takeBatch() {
        var batch = lanes.take(settings.batchSize());
        underWay += batch.isEmpty() ? 0 : 1;
        return batch;
    }

    /** Runs it and, whatever happens, lets nobody wait for it any longer. */
    private void run(List<Member> batch, boolean mine) {
        var began = System.nanoTime();
        try {
            committer.run(batch);
        } catch (Throwable e) {
            LOG.error("a unit of {} movements broke, nobody knows how far it got", batch.size(), e);
            batch.stream()
                    .filter(member -> member.result == null)
                    .forEach(member -> member.result = new Result.Unknown());
            if (mine && e instanceof Error error) {
                throw error;
            }
        } finally {
            finish(batch);
            var waited = Duration.ofNanos(began - batch.get(0).arrived);
            listener.batch(batch.size(), waited, Duration.ofNanos(System.nanoTime() - began));
        }
    }

    private void finish(List<Member> batch) {
        List<Member> left;
        lock.lock();
        try {
            underWay--;
            lanes.finish(batch);
            left = batch.stream().filter(member -> member.abandoned).toList();
            if (settings.ownThreads()) {
                work.signalAll();
            } else {
                wakeLeaders();
            }
            idle.signalAll();
        } finally {
            lock.unlock();
        }
        var self = Thread.currentThread();
        batch.stream()
                .filter(member -> !member.caller.equals(self) && member.result != null)
                .forEach(member -> LockSupport.unpark(member.caller));
        left.forEach(ended);
    }

    /** Takes no more, lets what waits end, and refuses what does not end in time. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            work.signalAll();
            var left = settings.patience().toNanos();
            while (left > 0 && (underWay > 0 || lanes.waiting() > 0)) {
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
            LockSupport.unpark(member.caller);
        }
        work.signalAll();
    }
}
