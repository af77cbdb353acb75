package dev.operatorkit.client;

import dev.operatorkit.client.CatalogueFetch.CatalogueCopy;
import dev.operatorkit.wire.Game;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the catalogue up to date by polling with conditional requests (CAT-3). If polling fails, the last catalogue
 * remains available, {@link #unreachableSince()} returns the time of the first failure, and the pause before the next
 * poll grows from 5 seconds to the interval. A {@code Retry-After} lengthens it, but to an hour at most.
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
    private final Duration interval;
    private final Consumer<Catalogue> onChange;
    private final ScheduledExecutorService scheduler;
    private final Timing timing;
    private final Consumer<CatalogueSubscription> onClose;
    /** Held while a catalogue is stored and while its listener runs. */
    private final ReentrantLock handOver = new ReentrantLock();

    private volatile State state = State.EMPTY;
    private volatile boolean isClosed;
    /** True if the listener has not accepted the current catalogue yet. */
    private boolean isDeliveryDue;

    CatalogueSubscription(
            CatalogueFetch fetch,
            @Nullable CatalogueFile file,
            Duration interval,
            Consumer<Catalogue> onChange,
            Timing timing,
            Consumer<CatalogueSubscription> onClose) {
        this.fetch = fetch;
        this.file = file;
        this.interval = interval;
        this.onChange = onChange;
        this.scheduler = timing.scheduler();
        this.timing = timing;
        this.onClose = onClose;
    }

    /**
     * Configures the polling of the catalogue.
     *
     * @param interval the minimum time between two polls; a longer {@code max-age} of the provider takes precedence, up to
     *     a day (CAC-1)
     * @param file the file in which to cache the catalogue, so that it is available immediately after a restart and is
     *     revalidated with a conditional request; null for none. A file that is missing, damaged, or of another base
     *     URL or operator is replaced
     */
    public record Options(Duration interval, @Nullable Path file) {
        /**
         * Validates the interval.
         *
         * @throws IllegalArgumentException if the interval is not positive
         */
        public Options {
            if (interval.isNegative() || interval.isZero()) {
                throw new IllegalArgumentException("interval must be positive");
            }
        }

        /** Returns the defaults: polls every five minutes and caches in memory only. */
        public static Options defaults() {
            return new Options(Duration.ofMinutes(5), null);
        }

        /**
         * Returns a copy with this minimum time between two polls. A longer {@code max-age} of the provider takes
         * precedence (CAC-1), a day at most; usually it is five minutes.
         */
        public Options withInterval(Duration interval) {
            return new Options(interval, file);
        }

        /** Returns a copy that also caches the catalogue in this file. */
        public Options withFile(Path file) {
            return new Options(interval, file);
        }
    }

    /** Runs the polls, tells the time, and spreads the pauses at random. */
    record Timing(ScheduledExecutorService scheduler, Clock clock, RandomGenerator random) {}

    private record State(
            @Nullable CatalogueCopy copy,
            @Nullable Instant confirmedAt,
            @Nullable Instant unreachableSince,
            int failures) {
        static final State EMPTY = new State(null, null, null, 0);

        State confirmed(CatalogueCopy copy, Instant at) {
            return new State(copy, at, null, 0);
        }

        State failed(Instant at) {
            return new State(copy, confirmedAt, unreachableSince == null ? at : unreachableSince, failures + 1);
        }
    }

    /** Returns the last catalogue that was received or loaded from the file; empty until then. */
    public Optional<Catalogue> current() {
        return Optional.ofNullable(state.copy()).map(CatalogueCopy::catalogue);
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
     * fails if it gets no response, or one that is not a valid 200 or 304.
     */
    public Optional<Instant> unreachableSince() {
        return Optional.ofNullable(state.unreachableSince());
    }

    /**
     * Stops polling. {@link #current()} remains available. Once this method returns, the listener is not called again
     * and the file is not written again. A listener call or file write already in progress is not interrupted; this
     * method waits up to five seconds for it to finish. When called from the listener itself, it does not wait. Closing
     * again does nothing.
     */
    @Override
    public void close() {
        isClosed = true;
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
        var pause = interval;
        try {
            pause = refresh();
        } catch (RuntimeException | Error e) {
            // Such as a moment without memory.
            LOG.error("The catalogue could not be refreshed, the next poll tries again", e);
        } finally {
            // In a finally block, because the scheduler would swallow any exception and stop polling.
            pollAfter(pause);
        }
    }

    private void pollAfter(Duration pause) {
        try {
            var unused = scheduler.schedule(this::poll, pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("The subscription was closed");
        }
    }

    /** Polls once and returns the time to wait before the next poll. */
    private Duration refresh() {
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
            return addJitter(max(interval, copy.mayUse().freshFor()));
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    /** Stores a catalogue and calls the listener, unless the subscription is closed. */
    private void handOver(Runnable work) {
        handOver.lock();
        try {
            if (!isClosed) {
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
        if (isDeliveryDue) {
            isDeliveryDue = !deliver(copy.catalogue());
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
        if (isClosed) {
            return interval;
        }
        state = state.failed(timing.clock().instant());
        LOG.warn(
                "The catalogue could not be refreshed, {} remains in use",
                state.confirmedAt() == null ? "none" : "the one of " + state.confirmedAt(),
                failure);
        var retryAfter =
                failure instanceof ErrorResponseException refused ? refused.retryAfter() : Optional.<Duration>empty();
        var retry = FIRST_RETRY.multipliedBy(1L << Math.min(state.failures() - 1, 20));
        return addJitter(max(min(retry, interval), min(retryAfter.orElse(Duration.ZERO), MAX_RETRY_AFTER)));
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
