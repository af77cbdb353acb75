package dev.operatorkit.simulator.delivery;

import dev.operatorkit.simulator.GameRound;
import dev.operatorkit.simulator.RoundState;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.wallet.CallbackReply;
import dev.operatorkit.simulator.wallet.RetrySchedule;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers settlements (DEL-1): takes due ones from the rounds, operator by operator, up to each operator's concurrency.
 * None is lost, because a settlement leaves the store only after its response.
 */
public final class Deliveries implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);
    private static final Duration MAX_SLEEP = Duration.ofMillis(500);
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration KEPT = Duration.ofDays(30);
    private static final Duration CLEANING = Duration.ofHours(1);

    private final RoundStore store;
    private final CallbackSender sender;
    private final Operators operators;
    private final Clock clock;
    private final Reconciliation reconciliation;
    private final RandomGenerator random;
    private final Executor threads;
    private final Map<String, Lane> lanes = new ConcurrentHashMap<>();
    private final Set<String> busy = ConcurrentHashMap.newKeySet();
    private final Semaphore news = new Semaphore(0);
    private volatile boolean closed;
    private Instant cleaned;

    public Deliveries(
            RoundStore store, CallbackSender sender, Operators operators, Clock clock, RandomGenerator random) {
        this(store, sender, operators, clock, random, Thread::startVirtualThread);
    }

    Deliveries(
            RoundStore store,
            CallbackSender sender,
            Operators operators,
            Clock clock,
            RandomGenerator random,
            Executor threads) {
        this.threads = threads;
        this.store = store;
        this.sender = sender;
        this.operators = operators;
        this.clock = clock;
        this.random = random;
        this.reconciliation = new Reconciliation(store, sender, clock);
        this.cleaned = clock.instant();
    }

    /** Limits the concurrent deliveries of one operator. */
    private record Lane(Semaphore free, int concurrency) {}

    /** Resumes the deliveries of an earlier simulator. A debit without a stored response is in doubt and is rolled back. */
    public void start() {
        resume();
        Thread.ofVirtual().name("deliveries").start(this::run);
    }

    /** Queues the rollbacks of the debits in doubt. */
    void resume() {
        var doubtful = store.inState(RoundState.DEBITING, Integer.MAX_VALUE);
        doubtful.forEach(round -> reconciliation.rollBack(
                round, "no response was stored before the simulator stopped", "rollback: the debit is in doubt"));
        if (!doubtful.isEmpty()) {
            LOG.info("{} debits were in doubt after a stop; their rollbacks are queued", doubtful.size());
        }
    }

    /** Wakes the delivery loop, because a settlement is due or the clock moved. */
    public void wake() {
        news.release();
    }

    /** Returns the number of settlements in flight. */
    public int inFlight() {
        return busy.size();
    }

    /** Returns the lookups and manual decisions. */
    public Reconciliation reconciliation() {
        return reconciliation;
    }

    /** Claims a round, so that no lane delivers it, or throws an IllegalArgumentException if it is claimed. */
    public void claim(String roundId) {
        if (!busy.add(roundId)) {
            throw new IllegalArgumentException("Round '" + roundId + "' is being settled now. Try again in a moment.");
        }
    }

    /** Releases a claimed round to the lanes. */
    public void release(String roundId) {
        busy.remove(roundId);
        wake();
    }

    /** Sends a claimed round's settlement now if the operator's concurrency allows it. Otherwise a lane sends it later. */
    public void attemptNow(String roundId) {
        var round = store.find(roundId).orElseThrow();
        var lane = lane(operators.get(round.operator()));
        if (lane.free.tryAcquire()) {
            try {
                act(round);
            } finally {
                lane.free.release();
            }
        }
    }

    /** Sends a queued settlement now, before its next attempt is due. Throws an IllegalArgumentException if none is queued. */
    public void tryNow(String roundId) {
        claim(roundId);
        try {
            if (!store.retryNow(roundId)) {
                throw new IllegalArgumentException("Round '" + roundId + "' has no queued settlement.");
            }
            attemptNow(roundId);
        } finally {
            release(roundId);
        }
    }

    private void run() {
        // Ended by a flag, never by an interrupt, which would close the database file.
        while (!closed) {
            var pause = MAX_SLEEP;
            try {
                pause = startDue();
                clean();
            } catch (RuntimeException | Error e) {
                // Catches errors such as a short lack of memory too, since only this loop delivers settlements (DEL-1).
                if (!closed) {
                    LOG.error("Deliveries failed unexpectedly and continue", e);
                }
            }
            await(pause);
        }
    }

    /** Starts the due deliveries of all operators and returns the time until the next one is due, or a shorter one. */
    Duration startDue() {
        var pause = MAX_SLEEP;
        for (var operator : operators.all()) {
            pause = min(pause, fill(operator));
        }
        return pause;
    }

    private void await(Duration pause) {
        try {
            if (news.tryAcquire(Math.max(1, pause.toMillis()), TimeUnit.MILLISECONDS)) {
                news.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closed = true;
        }
    }

    /** Starts the due deliveries of one operator and returns the time until the next one is due. */
    private Duration fill(Operator operator) {
        var lane = lane(operator);
        var free = lane.free.availablePermits();
        if (operator.wallet() == null || free == 0) {
            return MAX_SLEEP;
        }
        // Deliveries in flight are still due in the store, so the limit grows by their number.
        var due = store.due(operator.id(), free + busy.size());
        var started = 0;
        for (var round : due) {
            // A spin can take a permit at any moment: this loop must not wait for it, since it serves all operators.
            if (!lane.free.tryAcquire()) {
                break;
            }
            if (busy.add(round.id())) {
                start(round.id(), lane);
                started++;
            } else {
                lane.free.release();
            }
        }
        return started > 0 ? MAX_SLEEP : untilNext(operator);
    }

    private void start(String roundId, Lane lane) {
        try {
            threads.execute(() -> deliver(roundId, lane));
        } catch (RuntimeException | Error e) {
            // Without a thread, nothing else gives these back, and the round would never be settled (DEL-1).
            lane.free.release();
            busy.remove(roundId);
            throw e;
        }
    }

    private Duration untilNext(Operator operator) {
        return store.nextDue(operator.id())
                .map(next -> Duration.between(clock.instant(), next))
                .filter(pause -> !pause.isNegative())
                .orElse(MAX_SLEEP);
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private void deliver(String roundId, Lane lane) {
        Thread.currentThread().setName("delivery-" + roundId);
        try {
            // Read again: it may have been settled between the query and the claim.
            store.find(roundId).ifPresent(this::act);
        } catch (RuntimeException e) {
            if (!closed) {
                LOG.error("Round {} could not be delivered and stays queued", roundId, e);
            }
        } finally {
            lane.free.release();
            release(roundId);
        }
    }

    private void act(GameRound round) {
        var next = round.nextAt();
        if (next == null || next.isAfter(clock.instant()) || closed) {
            return;
        }
        if (round.state() == RoundState.BET) {
            reconciliation.rollBack(round, null, "rollback: the bet was abandoned");
        } else if (isWindowOver(round)) {
            reconciliation.giveUp(round);
        } else {
            attempt(round);
        }
    }

    private boolean isWindowOver(GameRound round) {
        var first = round.firstAt();
        return first != null && clock.instant().isAfter(windowEnd(round, first));
    }

    private Instant windowEnd(GameRound round, Instant first) {
        return first.plus(retries(round).window());
    }

    private void attempt(GameRound round) {
        var settlement = RoundStore.settlement(round);
        var number = round.attempts() + 1;
        var at = clock.instant();
        var first = recordFirstAttempt(round, at);
        var reply = sender.sendSettlement(round, number);
        var attempt = new Attempt(number, at, settlement.kind().name(), settlement.transactionId(), reply.describe());
        if (reply instanceof CallbackReply.Done done) {
            store.finish(round, done, attempt);
            return;
        }
        var now = clock.instant();
        var last = lastAttempt(round, first);
        var next = now.plus(retries(round).pause(number, random));
        store.postpone(round, next.isBefore(last) ? next : last, attempt);
        if (!now.isBefore(last)) {
            store.find(round.id()).ifPresent(reconciliation::giveUp);
        }
    }

    /**
     * Returns the time of the first attempt. It is stored before the attempt is sent, since a simulator that is killed during the
     * attempt stores nothing after it. Without a wallet address nothing is sent.
     */
    private Instant recordFirstAttempt(GameRound round, Instant at) {
        var first = round.firstAt();
        if (first != null) {
            return first;
        }
        if (operators.get(round.operator()).wallet() != null) {
            store.recordFirstAttempt(round.id(), at);
        }
        return at;
    }

    /** Returns the time of the last attempt, early enough for its call to end within the window (D-59). */
    private Instant lastAttempt(GameRound round, Instant first) {
        var call = sender.settings(round.operator()).limits().call();
        var end = windowEnd(round, first);
        return call.compareTo(retries(round).window()) < 0 ? end.minus(call) : end;
    }

    private RetrySchedule retries(GameRound round) {
        return sender.settings(round.operator()).retries();
    }

    private Lane lane(Operator operator) {
        var concurrency = operator.settings().callbacks().concurrency();
        return lanes.compute(
                operator.id(),
                (id, old) -> old != null && old.concurrency == concurrency
                        ? old
                        : new Lane(new Semaphore(concurrency), concurrency));
    }

    private void clean() {
        var now = clock.instant();
        if (cleaned.plus(CLEANING).isBefore(now)) {
            cleaned = now;
            store.forgetFinalBefore(now.minus(KEPT));
        }
    }

    /** Starts no more deliveries and waits briefly for those in flight. Any that are not stored are sent again (IDM-1). */
    @Override
    public void close() {
        closed = true;
        wake();
        var end = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
        while (!busy.isEmpty() && System.nanoTime() < end) {
            await(SHORT);
        }
    }
}
