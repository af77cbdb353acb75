package dev.operatorkit.client;

import dev.operatorkit.client.CatalogueFetch.CatalogueCopy;
import dev.operatorkit.wire.Game;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the catalogue up to date by polling with conditional requests (CAT-3). If polling fails, the last catalogue
 * remains available, {@link #unreachableSince()} returns the time of the first failure, and the pause before the next
 * poll grows from 5 seconds to the interval. A {@code Retry-After} lengthens it, but to an hour at most. Thread-safe.
 */
public final class CatalogueSubscription implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogueSubscription.class);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    /** Limits what one wrong header, of a proxy for example, can do. */
    private static final Duration MAX_RETRY_AFTER = Duration.ofHours(1);

    private static final double JITTER = 0.1;
    private static final Duration MAX_HAND_OVER = Duration.ofSeconds(5);

    private final CatalogueFetch fetch;
    private final @Nullable CatalogueFile file;
    private final Options options;
    private final Consumer<Catalogue> onChange;
    private final ScheduledExecutorService scheduler;
    private final Timing timing;
    private final Consumer<CatalogueSubscription> onClose;
    /** Held while a catalogue is stored and while its listener runs. */
    private final ReentrantLock handOver = new ReentrantLock();
    /** Is open once there was a current catalogue, or the subscription is closed. */
    private final CountDownLatch first = new CountDownLatch(1);

    private final AtomicBoolean isRefreshDue = new AtomicBoolean();

    private volatile State state = State.EMPTY;
    private volatile @Nullable Instant closedAt;
    /** True if the listener has not accepted the current catalogue yet. */
    private boolean isDeliveryDue;
    /** The next poll, while none is in progress. */
    private @Nullable Future<?> next;

    CatalogueSubscription(
            CatalogueFetch fetch,
            @Nullable CatalogueFile file,
            Options options,
            Consumer<Catalogue> onChange,
            Timing timing,
            Consumer<CatalogueSubscription> onClose) {
        this.fetch = fetch;
        this.file = file;
        this.options = options;
        this.onChange = onChange;
        this.scheduler = timing.scheduler();
        this.timing = timing;
        this.onClose = onClose;
    }

    /** Configures the polling of the catalogue. Immutable. */
    public static final class Options {
        private static final Options DEFAULTS = new Options(Duration.ofMinutes(5), null, null);

        private final Duration interval;
        private final @Nullable Path file;
        private final @Nullable Duration maxAge;

        private Options(Duration interval, @Nullable Path file, @Nullable Duration maxAge) {
            if (interval.isNegative() || interval.isZero()) {
                throw new IllegalArgumentException("interval must be positive");
            }
            if (maxAge != null && maxAge.dividedBy(2).compareTo(interval) < 0) {
                throw new IllegalArgumentException("maxAge must be at least twice the interval, which is " + interval
                        + ". Set the interval first");
            }
            this.interval = interval;
            this.file = file;
            this.maxAge = maxAge;
        }

        /** Returns the defaults: polls every five minutes, caches in memory only, and keeps a catalogue of any age. */
        public static Options defaults() {
            return DEFAULTS;
        }

        /**
         * Returns a copy with this minimum time between two polls. A longer {@code max-age} of the provider takes
         * precedence (CAC-1), a day at most; usually it is five minutes.
         */
        public Options withInterval(Duration interval) {
            return new Options(interval, file, maxAge);
        }

        /**
         * Returns a copy that also caches the catalogue in this file, so that it is available immediately after a restart and is
         * revalidated with a conditional request. A file that is missing, damaged, or of another base URL or operator is replaced.
         */
        public Options withFile(Path file) {
            return new Options(interval, file, maxAge);
        }

        /**
         * Returns a copy that limits the age of the catalogue: if the provider has not confirmed it for so long, {@link #current()} is
         * empty. Polls are then no further apart than half of it, so it must be at least twice the interval.
         */
        public Options withMaxAge(Duration maxAge) {
            return new Options(interval, file, maxAge);
        }

        @Nullable
        Path file() {
            return file;
        }
    }

    /** Runs the polls, tells the time, and spreads the pauses at random. */
    record Timing(ScheduledExecutorService scheduler, Clock clock, RandomGenerator random) {}

    private record State(
            @Nullable CatalogueCopy copy,
            @Nullable Instant confirmedAt,
            @Nullable Instant unreachableSince,
            int failures,
            @Nullable RuntimeException failure) {
        static final State EMPTY = new State(null, null, null, 0, null);

        State confirmed(CatalogueCopy copy, Instant at) {
            return new State(copy, at, null, 0, null);
        }

        State failed(Instant at, RuntimeException failure) {
            return new State(
                    copy, confirmedAt, unreachableSince == null ? at : unreachableSince, failures + 1, failure);
        }
    }

    /**
     * Returns the last catalogue that was received or loaded from the file; empty until then, and while it is older than {@link
     * Options#withMaxAge}.
     */
    public Optional<Catalogue> current() {
        var now = state;
        var isTooOld = options.maxAge != null
                && now.confirmedAt() != null
                && Duration.between(now.confirmedAt(), timing.clock().instant()).compareTo(options.maxAge) > 0;
        return Optional.ofNullable(isTooOld ? null : now.copy()).map(CatalogueCopy::catalogue);
    }

    /**
     * Waits for the first catalogue, for example at the start of an application, and returns the current one.
     *
     * @throws IllegalStateException if there is none in this time, the subscription is closed or the thread is interrupted; the cause is
     *     the failure of the last poll, if it failed
     */
    public Catalogue awaitFirst(Duration timeout) {
        var why = "was received in " + timeout;
        try {
            if (first.await(ArgumentChecks.requireTimeout("timeout", timeout).toNanos(), TimeUnit.NANOSECONDS)) {
                why = closedAt != null ? "was received before the subscription was closed" : "is current";
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            why = "was received before the thread was interrupted";
        }
        var last = state.failure();
        var because = last == null ? "" : ". The last poll failed: " + last.getMessage();
        var message = "No catalogue " + why + because;
        return current().orElseThrow(() -> new IllegalStateException(message, last));
    }

    /** Polls as soon as possible instead of after the interval, and does not wait for it. Does nothing after {@link #close}. */
    public void refresh() {
        if (closedAt == null && isRefreshDue.compareAndSet(false, true)) {
            var unused = schedule(
                    () -> {
                        isRefreshDue.set(false);
                        if (next != null) {
                            next.cancel(false);
                        }
                        poll();
                    },
                    Duration.ZERO);
        }
    }

    /** Returns the game with this slug from the {@linkplain #current() current} catalogue, if it is in there. */
    public Optional<Game> findGame(String slug) {
        return current().flatMap(catalogue -> catalogue.findGame(slug));
    }

    /**
     * Returns the time at which the provider last confirmed, with a 200 or 304, that {@link #current()} is up to date;
     * for a catalogue from the file, that was before the restart. Empty until there is a catalogue.
     */
    public Optional<Instant> confirmedAt() {
        return Optional.ofNullable(state.confirmedAt());
    }

    /**
     * Returns the time of the first failure since the last successful poll; empty if the last poll succeeded. A poll
     * fails if it gets no response, or one that is not a valid 200 or 304. Since {@link #close} there is no poll that could succeed.
     */
    public Optional<Instant> unreachableSince() {
        return Optional.ofNullable(state.unreachableSince()).or(() -> Optional.ofNullable(closedAt));
    }

    /**
     * Stops polling. {@link #current()} remains available. Once this method returns, the listener is not called again
     * and the file is not written again. A listener call or file write already in progress is not interrupted; this
     * method waits up to five seconds for it to finish. When called from the listener itself, it does not wait. Closing
     * again does nothing.
     */
    @Override
    public void close() {
        if (closedAt == null) {
            closedAt = timing.clock().instant();
        }
        first.countDown();
        scheduler.shutdown();
        onClose.accept(this);
        awaitHandOver();
    }

    /** Waits until the catalogue that is handed over now is stored and its listener has returned. */
    private void awaitHandOver() {
        var deadline = System.nanoTime() + MAX_HAND_OVER.toNanos();
        var isInterrupted = Thread.interrupted();
        for (var isDone = false; !isDone; ) {
            try {
                if (handOver.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    handOver.unlock();
                }
                isDone = true;
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void start() {
        scheduler.execute(() -> {
            try {
                load();
            } finally {
                poll();
            }
        });
    }

    private void load() {
        try {
            if (file != null) {
                file.load().ifPresent(stored -> handOver(() -> accept(stored.copy(), stored.confirmedAt())));
            }
        } catch (RuntimeException | Error e) {
            // The scheduler would swallow the error and never poll.
            LOG.warn("The cached catalogue could not be loaded, a new one is fetched", e);
        }
    }

    private void poll() {
        var pause = options.interval;
        try {
            pause = fetchNow();
        } catch (RuntimeException | Error e) {
            // Such as a moment without memory.
            LOG.error("The catalogue could not be refreshed, the next poll tries again", e);
        } finally {
            // In a finally block, because the scheduler would swallow any exception and stop polling.
            next = schedule(this::poll, pause);
        }
    }

    private @Nullable Future<?> schedule(Runnable poll, Duration pause) {
        try {
            return scheduler.schedule(poll, pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("The subscription was closed");
            return null;
        }
    }

    /** Polls once and returns the time to wait before the next poll. */
    private Duration fetchNow() {
        try {
            // Without a copy the request has no condition, so that there is a body to write.
            var copy = fetch.fetch(file != null && file.isOutdated() ? null : state.copy());
            var now = timing.clock().instant();
            handOver(() -> {
                try {
                    // Before the listener gets it, which may close the subscription and expect the file at the next
                    // start.
                    if (file != null && copy.mayUse().isStorable()) {
                        file.store(copy, now);
                    }
                } finally {
                    accept(copy, now);
                }
            });
            var pause = max(options.interval, copy.mayUse().freshFor());
            return addJitter(options.maxAge == null ? pause : min(pause, options.maxAge.dividedBy(2)));
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    /** Stores a catalogue and calls the listener, unless the subscription is closed. */
    private void handOver(Runnable work) {
        handOver.lock();
        try {
            if (closedAt == null) {
                work.run();
            }
        } finally {
            handOver.unlock();
        }
    }

    private void accept(CatalogueCopy copy, Instant confirmedAt) {
        var before = state.copy();
        state = state.confirmed(copy.withoutBody(), confirmedAt);
        if (before == null || !before.digest().equals(copy.digest())) {
            isDeliveryDue = true;
        }
        if (current().isPresent()) {
            first.countDown();
            isDeliveryDue = isDeliveryDue && !deliver(copy.catalogue());
        }
    }

    /** Calls the listener, and returns false if it threw an exception. */
    private boolean deliver(Catalogue catalogue) {
        try {
            onChange.accept(catalogue);
            return true;
        } catch (Throwable e) {
            // Also checked exceptions of other languages: an exception that escapes would end the polling.
            LOG.error("The listener of the catalogue threw an exception and gets it again after the next poll", e);
            return false;
        } finally {
            // If the listener leaves its thread interrupted, the next request and the file must not fail.
            Thread.interrupted();
        }
    }

    private Duration failed(RuntimeException failure) {
        if (closedAt != null) {
            return options.interval;
        }
        state = state.failed(timing.clock().instant(), failure);
        LOG.warn(
                "The catalogue could not be refreshed, {} remains in use",
                state.confirmedAt() == null ? "none" : "the one of " + state.confirmedAt(),
                failure);
        var retryAfter =
                failure instanceof ErrorResponseException refused ? refused.retryAfter() : Optional.<Duration>empty();
        var retry = FIRST_RETRY.multipliedBy(1L << Math.min(state.failures() - 1, 20));
        return addJitter(max(min(retry, options.interval), min(retryAfter.orElse(Duration.ZERO), MAX_RETRY_AFTER)));
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** Lengthens the pause at random, so that many servers started together do not poll together. */
    private Duration addJitter(Duration pause) {
        return pause.plusMillis(
                (long) (pause.toMillis() * JITTER * timing.random().nextDouble()));
    }
}
