package dev.operatorkit.simulator.delivery;

import dev.operatorkit.simulator.delivery.Round.Attempt;
import dev.operatorkit.simulator.operator.Operator;
import dev.operatorkit.simulator.operator.Operators;
import dev.operatorkit.simulator.wallet.Callback;
import dev.operatorkit.simulator.wallet.CallbackReply;
import dev.operatorkit.simulator.wallet.RetrySchedule;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers what is owed (DEL-1): takes what is due from the rounds, operator by operator, no more at once than each
 * operator's concurrency, and never forgets, for nothing leaves the store before its answer is there.
 */
public final class Deliveries implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);
    private static final Duration LONGEST_SLEEP = Duration.ofMillis(500);
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration KEPT = Duration.ofDays(30);
    private static final Duration CLEANING = Duration.ofHours(1);

    private final RoundStore store;
    private final CallbackSender sender;
    private final Operators operators;
    private final Clock clock;
    private final Reconciliation reconciliation;
    private final RandomGenerator random;
    private final Map<String, Lane> lanes = new ConcurrentHashMap<>();
    private final Set<String> busy = ConcurrentHashMap.newKeySet();
    private final Semaphore news = new Semaphore(0);
    private volatile boolean closed;
    private Instant cleaned;

    /** Delivers from that store by that sender; {@link #start()} begins. */
    public Deliveries(
            RoundStore store, CallbackSender sender, Operators operators, Clock clock, RandomGenerator random) {
        this.store = store;
        this.sender = sender;
        this.operators = operators;
        this.clock = clock;
        this.random = random;
        this.reconciliation = new Reconciliation(store, sender, clock);
        this.cleaned = clock.instant();
    }

    /** What one operator has under way. */
    private record Lane(Semaphore free, int concurrency) {}

    /** Takes up what a simulator before this one left: a debit without a stored answer is in doubt, and is rolled back. */
    public void start() {
        var doubtful = store.inState(RoundState.DEBITING, Integer.MAX_VALUE);
        doubtful.forEach(round -> reconciliation.rollBack(
                round, "no answer was stored before the simulator stopped", "a rollback: the debit is in doubt"));
        if (!doubtful.isEmpty()) {
            LOG.info("{} debits were in doubt after a stop; their rollbacks are queued", doubtful.size());
        }
        Thread.ofVirtual().name("deliveries").start(this::run);
    }

    /** Says that something is due, or that the clock moved. */
    public void wake() {
        news.release();
    }

    /** How many settlements are under way now. */
    public int inFlight() {
        return busy.size();
    }

    /** Lookups and what a person decides. */
    public Reconciliation reconciliation() {
        return reconciliation;
    }

    /** Keeps the lanes off a round while somebody plays it; IllegalArgumentException when it is under way already. */
    public void claim(String roundId) {
        if (!busy.add(roundId)) {
            throw new IllegalArgumentException("round '" + roundId + "' is being settled right now");
        }
    }

    /** Gives a claimed round back to the lanes. */
    public void release(String roundId) {
        busy.remove(roundId);
        wake();
    }

    /** Tries a claimed round's settlement at once when the operator's concurrency allows it; else a lane will. */
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

    /** Sends a queued settlement now, whenever its next attempt was due; IllegalArgumentException when nothing is queued. */
    public void tryNow(String roundId) {
        claim(roundId);
        try {
            if (!store.retryNow(roundId)) {
                throw new IllegalArgumentException("round '" + roundId + "' has nothing queued");
            }
            attemptNow(roundId);
        } finally {
            release(roundId);
        }
    }

    private void run() {
        // Ended by a flag and never by an interrupt, which would close the database's file under it.
        while (!closed) {
            var pause = LONGEST_SLEEP;
            try {
                for (var operator : operators.all()) {
                    pause = min(pause, fill(operator));
                }
                clean();
            } catch (RuntimeException | Error e) {
                // An error too, such as too little memory for a moment: this loop is all that settles (DEL-1).
                if (!closed) {
                    LOG.error("the deliveries stumbled; they go on", e);
                }
            }
            await(pause);
        }
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

    /** Starts what is due for one operator, and says how long nothing else will be. */
    private Duration fill(Operator operator) {
        var lane = lane(operator);
        var free = lane.free.availablePermits();
        if (operator.wallet() == null || free == 0) {
            return LONGEST_SLEEP;
        }
        // What is under way is still due in the store, so ask for that many more.
        var due = store.due(operator.id(), free + busy.size());
        var started = 0;
        for (var round : due) {
            if (lane.free.availablePermits() > 0 && busy.add(round.id())) {
                lane.free.acquireUninterruptibly();
                started++;
                Thread.ofVirtual().name("delivery-" + round.id()).start(() -> deliver(round.id(), lane));
            }
        }
        return started > 0 ? LONGEST_SLEEP : untilNext(operator);
    }

    private Duration untilNext(Operator operator) {
        return store.nextDue(operator.id())
                .map(next -> Duration.between(clock.instant(), next))
                .filter(pause -> !pause.isNegative())
                .orElse(LONGEST_SLEEP);
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private void deliver(String roundId, Lane lane) {
        try {
            // Read again: it may have been settled between the query and the claim.
            store.find(roundId).ifPresent(this::act);
        } catch (RuntimeException e) {
            if (!closed) {
                LOG.error("round {} could not be delivered; it stays queued", roundId, e);
            }
        } finally {
            lane.free.release();
            release(roundId);
        }
    }

    private void act(Round round) {
        var next = round.nextAt();
        if (next == null || next.isAfter(clock.instant()) || closed) {
            return;
        }
        if (round.state() == RoundState.BET) {
            reconciliation.rollBack(round, null, "a rollback: the bet was abandoned");
        } else if (isWindowOver(round)) {
            reconciliation.giveUp(round);
        } else {
            attempt(round);
        }
    }

    private boolean isWindowOver(Round round) {
        var first = round.firstAt();
        return first != null
                && clock.instant().isAfter(first.plus(retries(round).window()));
    }

    private void attempt(Round round) {
        var settlement = RoundStore.settlement(round);
        var number = round.attempts() + 1;
        var at = clock.instant();
        var reply = sender.send(
                Callback.post(settlement.kind(), settlement.body()),
                CallbackContext.of(round.operator(), round.bet(), settlement.transactionId(), number));
        var attempt = new Attempt(number, at, settlement.kind().name(), settlement.transactionId(), reply.describe());
        if (reply instanceof CallbackReply.Done done) {
            store.finish(round, done.balance(), attempt);
            return;
        }
        var now = clock.instant();
        var last = lastAttempt(round, at);
        var next = now.plus(retries(round).pause(number, random));
        store.postpone(round, next.isBefore(last) ? next : last, attempt);
        if (!now.isBefore(last)) {
            store.find(round.id()).ifPresent(reconciliation::giveUp);
        }
    }

    /** When the last attempt is due: early enough for its call to end within the window (D-59). */
    private Instant lastAttempt(Round round, Instant at) {
        var first = round.firstAt() == null ? at : round.firstAt();
        var call = sender.settings(round.operator()).limits().call();
        var end = first.plus(retries(round).window());
        return call.compareTo(retries(round).window()) < 0 ? end.minus(call) : end;
    }

    private RetrySchedule retries(Round round) {
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

    /** Begins nothing more and gives what is under way a moment to be stored; what is not will be sent again (IDM-1). */
    @Override
    public void close() {
        closed = true;
        wake();
        var end = System.nanoTime() + PATIENCE.toNanos();
        while (!busy.isEmpty() && System.nanoTime() < end) {
            await(SHORT);
        }
    }
}
