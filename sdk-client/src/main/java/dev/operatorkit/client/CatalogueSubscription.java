package dev.operatorkit.client;

import dev.operatorkit.wire.Game;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The catalogue, kept up to date by polling with conditional requests (CAT-3). While the service is away the last good one
 * stands, and {@link #unreachableSince()} says since when.
 */
public final class CatalogueSubscription implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogueSubscription.class);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final double JITTER = 0.1;

    private final CatalogueFetch fetch;
    private final @Nullable CatalogueFile file;
    private final Duration interval;
    private final Consumer<Catalogue> onChange;
    private final ScheduledExecutorService scheduler;
    private final Clock clock;
    private final RandomGenerator random;
    private volatile State state = State.EMPTY;

    CatalogueSubscription(
            CatalogueFetch fetch,
            @Nullable CatalogueFile file,
            Duration interval,
            Consumer<Catalogue> onChange,
            ScheduledExecutorService scheduler,
            Clock clock,
            RandomGenerator random) {
        this.fetch = fetch;
        this.file = file;
        this.interval = interval;
        this.onChange = onChange;
        this.scheduler = scheduler;
        this.clock = clock;
        this.random = random;
    }

    /**
     * How a catalogue is kept up to date.
     *
     * @param interval the least time between two polls; a longer {@code max-age} of the service is honoured (CAC-1)
     * @param file where the catalogue is kept, so that a restart begins with it and a 304; or null
     */
    public record Options(Duration interval, @Nullable Path file) {
        /** Refuses an interval that is not positive. */
        public Options {
            if (interval.isNegative() || interval.isZero()) {
                throw new IllegalArgumentException("interval must be positive");
            }
        }

        /** Every five minutes, kept in memory alone. */
        public static Options defaults() {
            return new Options(Duration.ofMinutes(5), null);
        }

        /** With another least time between two polls. */
        public Options withInterval(Duration interval) {
            return new Options(interval, file);
        }

        /** Kept in this file too. */
        public Options withFile(Path file) {
            return new Options(interval, file);
        }
    }

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

    /** The last good catalogue; empty until the first one came. */
    public Optional<Catalogue> current() {
        return Optional.ofNullable(state.copy()).map(CatalogueCopy::catalogue);
    }

    /** A game of the last good catalogue. */
    public Optional<Game> game(String slug) {
        return current().flatMap(catalogue -> catalogue.game(slug));
    }

    /** When the service last said that {@link #current()} is how things are. */
    public Optional<Instant> confirmedAt() {
        return Optional.ofNullable(state.confirmedAt());
    }

    /** When the first of the polls failed that have failed since the last good one; empty while all is well. */
    public Optional<Instant> unreachableSince() {
        return Optional.ofNullable(state.unreachableSince());
    }

    /** Ends the polling; the last good catalogue stays readable. */
    @Override
    public void close() {
        scheduler.shutdownNow();
    }

    void start() {
        scheduler.execute(() -> {
            load();
            poll();
        });
    }

    private void load() {
        try {
            if (file != null) {
                file.load().ifPresent(stored -> accept(stored.copy(), stored.confirmedAt()));
            }
        } catch (RuntimeException | Error e) {
            // The scheduler would keep it to itself, and never poll.
            LOG.warn("the stored catalogue could not be loaded; a new one is fetched", e);
        }
    }

    private void poll() {
        var pause = interval;
        try {
            pause = refresh();
        } catch (Error e) {
            // Such as too little memory for a moment; the scheduler would keep it to itself, and poll no more.
            LOG.error("the catalogue could not be refreshed", e);
        }
        try {
            var unused = scheduler.schedule(this::poll, pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("the subscription was closed");
        }
    }

    /** Asks once; the answer is how long to wait before the next time. */
    private Duration refresh() {
        try {
            var copy = fetch.fetch(state.copy());
            var now = clock.instant();
            accept(copy, now);
            if (file != null) {
                file.store(copy, now);
            }
            return addJitter(max(interval, copy.freshFor()));
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    private void accept(CatalogueCopy copy, Instant confirmedAt) {
        var before = state.copy();
        state = state.confirmed(copy.withoutBody(), confirmedAt);
        if (before == null || !before.digest().equals(copy.digest())) {
            deliver(copy.catalogue());
        }
    }

    private void deliver(Catalogue catalogue) {
        try {
            onChange.accept(catalogue);
        } catch (RuntimeException | Error e) {
            // An error too: one that went further would end the polling without a word.
            LOG.error("the catalogue was refreshed, but its listener failed", e);
        }
    }

    private Duration failed(RuntimeException failure) {
        if (scheduler.isShutdown()) {
            return interval;
        }
        state = state.failed(clock.instant());
        LOG.warn("the catalogue could not be refreshed, the one of {} stands", state.confirmedAt(), failure);
        var asked =
                failure instanceof ErrorResponseException refused ? refused.retryAfter() : Optional.<Duration>empty();
        var retry = FIRST_RETRY.multipliedBy(1L << Math.min(state.failures() - 1, 20));
        return addJitter(max(retry.compareTo(interval) < 0 ? retry : interval, asked.orElse(Duration.ZERO)));
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /** A little more, never less: many servers started together must not ask together. */
    private Duration addJitter(Duration pause) {
        return pause.plusMillis((long) (pause.toMillis() * JITTER * random.nextDouble()));
    }
}
