package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.games;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.operatorkit.client.CatalogueSubscription.Options;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import okhttp3.ConnectionPool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogueSubscriptionTest {
    private static final Instant START = Instant.parse("2026-11-21T09:00:00Z");
    private static final RandomGenerator NO_JITTER = () -> 0;
    private static final Options EACH_MINUTE = Options.defaults().withInterval(Duration.ofMinutes(1));

    private final Provider provider = new Provider();
    private final ManualScheduler scheduler = new ManualScheduler();
    private final List<Catalogue> handedOver = new CopyOnWriteArrayList<>();
    private final ConnectionPool pool = new ConnectionPool();

    @AfterEach
    void stop() {
        pool.evictAll();
        scheduler.shutdownNow();
        provider.close();
    }

    /** Runs no task: the test runs the next poll and sets the time. */
    private static final class ManualScheduler extends ScheduledThreadPoolExecutor {
        private final List<Duration> delays = new ArrayList<>();
        private @Nullable Runnable next;
        private ScheduledTask future = new ScheduledTask();
        private Instant now = START;
        private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);

        ManualScheduler() {
            super(1);
        }

        @Override
        public void execute(Runnable task) {
            next = task;
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            delays.add(Duration.of(delay, unit.toChronoUnit()));
            next = task;
            future = new ScheduledTask();
            return future;
        }

        Duration poll() {
            var task = next;
            if (task == null) {
                throw new AssertionError("no poll is planned");
            }
            task.run();
            var delay = delays.get(delays.size() - 1);
            now = now.plus(delay);
            return delay;
        }
    }

    private static final class ScheduledTask extends CompletableFuture<Void> implements ScheduledFuture<Void> {
        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    private CatalogueSubscription subscription(Options options, Consumer<Catalogue> onChange) {
        var url = provider.server.url("/api/v1/games");
        var settings = provider.builder().maxAttempts(1).clock(scheduler.clock);
        var subscription = new CatalogueSubscription(
                new CatalogueFetch(settings.transport(pool, new CallScope("the client was closed")), url),
                options.file() == null ? null : settings.catalogueFile(options.file(), url),
                options,
                onChange,
                new CatalogueSubscription.Timing(scheduler, scheduler.clock, NO_JITTER),
                closed -> {});
        subscription.start();
        return subscription;
    }

    @Test
    void the_poll_interval_is_the_longer_of_the_configured_interval_and_max_age() {
        provider.enqueue(200, games("a"), "Cache-Control", "public, max-age=300")
                .enqueue(200, games("a"), "Cache-Control", "max-age=300", "Age", "200")
                .enqueue(200, games("a"), "Cache-Control", "max-age=10")
                .enqueue(200, games("a"), "Cache-Control", "max-age=999999999999")
                .enqueue(200, games("a"), "Cache-Control", "nonsense");
        subscription(EACH_MINUTE, handedOver::add);
        assertThat(scheduler.poll()).isEqualTo(Duration.ofMinutes(5));
        assertThat(scheduler.poll()).isEqualTo(Duration.ofSeconds(100));
        assertThat(scheduler.poll()).isEqualTo(Duration.ofMinutes(1));
        assertThat(scheduler.poll()).isEqualTo(Duration.ofDays(1));
        assertThat(scheduler.poll()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void the_listener_gets_a_catalogue_only_when_it_has_changed() {
        provider.enqueue(200, games("a"), "ETag", "\"1\"")
                .enqueue(304, "", "ETag", "\"1\"")
                .enqueue(200, games("a"), "ETag", "\"2\"") // the same bytes with another ETag
                .enqueue(200, games("b"), "ETag", "\"3\"");
        var subscription = subscription(EACH_MINUTE, handedOver::add);
        assertThat(subscription.current()).isEmpty();
        for (var i = 0; i < 4; i++) {
            scheduler.poll();
        }
        assertThat(handedOver).hasSize(2);
        assertThat(subscription.current()).containsSame(handedOver.get(1));
        assertThat(subscription.findGame("b")).isPresent();
        assertThat(subscription.findGame("a")).isEmpty();
        assertThat(List.of(
                        provider.takeRequest(), provider.takeRequest(), provider.takeRequest(), provider.takeRequest()))
                .extracting(request -> request.getHeaders().get("If-None-Match"))
                .containsExactly(null, "\"1\"", "\"1\"", "\"2\"");
    }

    @Test
    void while_polls_fail_the_last_catalogue_is_kept_and_the_start_of_the_outage_is_reported() {
        provider.enqueue(200, games("a"))
                .enqueue(503, "")
                .enqueue(500, "")
                .enqueue(200, "garbage")
                .enqueue(429, "", "Retry-After", "120")
                .enqueue(200, games("a"));
        var subscription = subscription(EACH_MINUTE, handedOver::add);
        scheduler.poll();
        assertThat(subscription.unreachableSince()).isEmpty();
        assertThat(subscription.confirmedAt()).contains(START);
        assertThat(List.of(scheduler.poll(), scheduler.poll(), scheduler.poll(), scheduler.poll()))
                .extracting(Duration::toSeconds)
                .containsExactly(5L, 10L, 20L, 120L);
        assertThat(subscription.current()).containsSame(handedOver.get(0));
        assertThat(subscription.unreachableSince()).contains(START.plusSeconds(60));
        assertThat(subscription.confirmedAt()).contains(START);
        scheduler.poll();
        assertThat(subscription.unreachableSince()).isEmpty();
        assertThat(subscription.confirmedAt()).contains(START.plusSeconds(60 + 5 + 10 + 20 + 120));
        assertThat(handedOver).hasSize(1);
    }

    @Test
    void a_retry_after_pauses_the_polling_for_an_hour_at_most() {
        provider.enqueue(429, "", "Retry-After", "3599")
                .enqueue(503, "", "Retry-After", "99999999999")
                .enqueue(503, "", "Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT");
        subscription(EACH_MINUTE, handedOver::add);
        assertThat(scheduler.poll()).isEqualTo(Duration.ofSeconds(3599));
        assertThat(scheduler.poll()).isEqualTo(Duration.ofHours(1));
        assertThat(scheduler.poll()).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void a_refresh_polls_before_the_interval_has_passed_and_replaces_the_poll_that_was_due() {
        provider.enqueue(200, games("a")).enqueue(200, games("b"));
        var subscription = subscription(Options.defaults(), handedOver::add);
        scheduler.poll();
        var due = scheduler.future;
        subscription.refresh();
        subscription.refresh();
        assertThat(scheduler.delays).containsExactly(Duration.ofMinutes(5), Duration.ZERO);
        scheduler.poll();
        assertThat(subscription.findGame("b")).isPresent();
        assertThat(due.isCancelled()).isTrue();
        subscription.close();
        subscription.refresh();
        assertThat(scheduler.delays).hasSize(3);
    }

    @Test
    void a_catalogue_that_was_not_confirmed_for_the_maximum_age_is_neither_current_nor_handed_over(@TempDir Path dir) {
        var options = EACH_MINUTE.withFile(dir.resolve("catalogue")).withMaxAge(Duration.ofMinutes(4));
        provider.enqueue(200, games("a"), "Cache-Control", "max-age=86400", "ETag", "\"1\"")
                .enqueue(503, "");
        var subscription = subscription(options, handedOver::add);
        assertThat(scheduler.poll()).isEqualTo(Duration.ofMinutes(2));
        scheduler.now = START.plusSeconds(240);
        assertThat(subscription.current()).isPresent();
        scheduler.now = START.plusSeconds(241);
        assertThat(subscription.current()).isEmpty();
        assertThat(subscription.findGame("a")).isEmpty();

        var restarted = subscription(options, handedOver::add);
        scheduler.poll(); // loads it, then fails
        assertThat(handedOver).hasSize(1);
        assertThat(restarted.current()).isEmpty();
        provider.enqueue(304, "");
        scheduler.poll();
        assertThat(handedOver).hasSize(2);
        assertThat(restarted.current()).isPresent();
    }

    @Test
    void awaiting_the_first_catalogue_returns_it_or_says_why_there_is_none() {
        provider.enqueue(503, "{\"message\":\"later\"}").enqueue(200, games("a"));
        var subscription = subscription(Options.defaults(), handedOver::add);
        scheduler.poll();
        assertThatIllegalStateException()
                .isThrownBy(() -> subscription.awaitFirst(Duration.ofMillis(1)))
                .withMessageMatching("No catalogue was received in PT0.001S. The last poll failed: .* 503 later")
                .withCauseInstanceOf(ErrorResponseException.class);
        var waiting = CompletableFuture.supplyAsync(() -> subscription.awaitFirst(Duration.ofMinutes(1)));
        scheduler.poll();
        assertThat(waiting.join()).isSameAs(handedOver.get(0));
        var closed = subscription(Options.defaults(), handedOver::add);
        closed.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> closed.awaitFirst(Duration.ofMinutes(1)))
                .withMessage("No catalogue was received before the subscription was closed");
    }

    @Test
    void a_listener_that_throws_gets_the_catalogue_again_after_the_next_successful_poll(@TempDir Path dir) {
        var file = dir.resolve("catalogue");
        provider.enqueue(200, games("a"), "ETag", "\"1\"");
        subscription(EACH_MINUTE.withFile(file), catalogue -> {});
        scheduler.poll();
        provider.enqueue(304, "").enqueue(500, "").enqueue(304, "").enqueue(304, "");
        var calls = new ArrayList<Catalogue>();
        subscription(EACH_MINUTE.withFile(file), catalogue -> {
            calls.add(catalogue);
            if (calls.size() == 1) {
                throw new NoClassDefFoundError("a listener's own trouble");
            }
            if (calls.size() == 2) {
                throwUndeclared(new InterruptedException("a listener's own trouble"));
            }
        });
        scheduler.poll(); // loads it, then gets a 304
        assertThat(calls).hasSize(2);
        scheduler.poll();
        assertThat(calls).hasSize(2);
        scheduler.poll();
        scheduler.poll();
        assertThat(calls).hasSize(3).containsOnly(calls.get(0));
    }

    /** Throws what Kotlin, Groovy and Lombok can throw. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Exception> void throwUndeclared(Exception exception) throws E {
        throw (E) exception;
    }

    @Test
    void after_a_restart_the_cached_catalogue_is_used_and_confirmed_by_a_304(@TempDir Path dir) {
        var file = dir.resolve("kept").resolve("catalogue");
        provider.enqueue(200, games("a"), "ETag", "\"1\"").enqueue(304, "");
        subscription(EACH_MINUTE.withFile(file), handedOver::add);
        scheduler.poll();
        scheduler.poll();

        provider.enqueue(304, "");
        var restarted = subscription(EACH_MINUTE.withFile(file), handedOver::add);
        scheduler.poll();
        assertThat(handedOver).hasSize(2);
        assertThat(restarted.findGame("a")).isPresent();
        provider.takeRequest();
        provider.takeRequest();
        assertThat(provider.takeRequest().getHeaders().get("If-None-Match")).isEqualTo("\"1\"");
    }

    @Test
    void after_a_restart_without_the_provider_the_cached_catalogue_and_its_time_are_used(@TempDir Path dir) {
        var file = dir.resolve("catalogue");
        provider.enqueue(200, games("a")).enqueue(500, "");
        subscription(EACH_MINUTE.withFile(file), handedOver::add);
        scheduler.poll();
        var restarted = subscription(EACH_MINUTE.withFile(file), handedOver::add);
        scheduler.poll();
        assertThat(restarted.findGame("a")).isPresent();
        assertThat(restarted.confirmedAt()).contains(START);
        assertThat(restarted.unreachableSince()).contains(START.plusSeconds(60));
    }

    @Test
    void a_cache_file_that_is_damaged_truncated_missing_or_of_another_operator_is_not_used(@TempDir Path dir)
            throws Exception {
        var file = dir.resolve("catalogue");
        provider.enqueue(200, games("a"), "ETag", "\"1\"");
        subscription(EACH_MINUTE.withFile(file), handedOver::add);
        scheduler.poll();
        provider.takeRequest();
        var good = Files.readAllBytes(file);
        var damaged = good.clone();
        damaged[damaged.length - 3] ^= 1;
        var other = new String(good, StandardCharsets.ISO_8859_1).replace("operator-1", "operator-2");
        var wrong = List.of(
                damaged,
                Arrays.copyOf(good, good.length - 1),
                Arrays.copyOf(good, 5),
                new byte[0],
                other.getBytes(StandardCharsets.ISO_8859_1));
        for (var bytes : wrong) {
            Files.write(file, bytes);
            provider.enqueue(200, games("b"), "ETag", "\"2\"");
            var subscription = subscription(EACH_MINUTE.withFile(file), catalogue -> {});
            scheduler.poll();
            assertThat(provider.takeRequest().getHeaders().get("If-None-Match")).isNull();
            assertThat(subscription.findGame("b")).isPresent();
        }
        Files.delete(file);
        Files.createDirectory(file);
        provider.enqueue(200, games("c"));
        var subscription = subscription(EACH_MINUTE.withFile(file), catalogue -> {});
        scheduler.poll();
        assertThat(subscription.findGame("c")).isPresent();
        try (var left = Files.list(dir)) {
            assertThat(left).containsExactly(file);
        }
    }

    /** A listener may close its subscription, which interrupts the thread that polls. */
    @Test
    void a_catalogue_is_in_the_file_before_its_listener_gets_it(@TempDir Path own) throws Exception {
        provider.enqueue(200, games("a"));
        var file = own.resolve("catalogue.json");
        var isStored = new CompletableFuture<Boolean>();
        try (var api = provider.builder().build();
                var subscription = api.watchCatalogue(
                        Options.defaults().withFile(file), catalogue -> isStored.complete(Files.exists(file)))) {
            assertThat(isStored.get(1, TimeUnit.MINUTES)).isTrue();
            assertThat(subscription.findGame("a")).isPresent();
        }
    }
}
