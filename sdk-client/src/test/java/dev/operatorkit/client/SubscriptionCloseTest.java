package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.awaitZero;
import static dev.operatorkit.client.Provider.games;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.client.CatalogueSubscription.Options;
import dev.operatorkit.raw.RawServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriptionCloseTest {
    @AutoClose
    private final Provider provider = new Provider();

    private final List<Catalogue> handedOver = new CopyOnWriteArrayList<>();

    @ParameterizedTest(name = "the client is closed: {0}")
    @ValueSource(booleans = {true, false})
    void a_catalogue_that_is_received_after_close_is_neither_stored_nor_handed_over(
            boolean isClientClosed, @TempDir Path dir) {
        var file = dir.resolve("catalogue");
        var requested = new CountDownLatch(1);
        var closed = new CountDownLatch(1);
        try (var server = new RawServer((request, socket) -> {
                    requested.countDown();
                    awaitZero(closed);
                    RawServer.write(socket, RawServer.response(200, games("a")));
                    socket.close();
                });
                var api = provider.builder(server.base()).build()) {
            var subscription = api.watchCatalogue(Options.defaults().withFile(file), handedOver::add);
            awaitZero(requested);
            Runnable close = isClientClosed ? api::close : subscription::close;
            close.run();
            closed.countDown();
            await().until(() -> pollers().isEmpty());
            assertThat(handedOver).isEmpty();
            assertThat(file).doesNotExist();
            assertThat(subscription.unreachableSince()).isPresent();
        }
    }

    @Test
    void closing_ends_a_poll_in_progress() {
        var requested = new CountDownLatch(1);
        try (var silent = new RawServer((request, socket) -> requested.countDown());
                var api = CustomerApi.builder(silent.base(), "operator-1", Provider.KEYS)
                        .attemptTimeout(Duration.ofHours(1))
                        .callTimeout(Duration.ofHours(1))
                        .build()) {
            var subscription = api.watchCatalogue(Options.defaults(), handedOver::add);
            awaitZero(requested);
            subscription.close();
            await().until(() -> pollers().isEmpty());
            assertThat(subscription.unreachableSince()).isPresent();
        }
    }

    @Test
    void closing_waits_for_the_listener_and_does_not_interrupt_it() throws Exception {
        provider.enqueue(200, games("a"));
        var running = new CountDownLatch(1);
        var finish = new CountDownLatch(1);
        var isInterrupted = new AtomicReference<Boolean>();
        try (var api = provider.builder().build()) {
            var subscription = api.watchCatalogue(Options.defaults(), catalogue -> {
                running.countDown();
                awaitZero(finish);
                isInterrupted.set(Thread.currentThread().isInterrupted());
            });
            awaitZero(running);
            var seen = new CompletableFuture<Boolean>();
            var closer = new Thread(() -> {
                subscription.close();
                seen.complete(isInterrupted.get());
            });
            closer.start();
            await().until(() -> closer.getState() == Thread.State.TIMED_WAITING);
            finish.countDown();
            assertThat(seen.get(10, TimeUnit.SECONDS)).isFalse();
        }
    }

    @ParameterizedTest(name = "the client is closed: {0}")
    @ValueSource(booleans = {true, false})
    void a_listener_can_close_and_is_not_interrupted(boolean isClientClosed) throws Exception {
        provider.enqueue(200, games("a"));
        var own = new CompletableFuture<CatalogueSubscription>();
        var isInterrupted = new CompletableFuture<Boolean>();
        try (var api = provider.builder().build()) {
            own.complete(api.watchCatalogue(Options.defaults(), catalogue -> {
                var subscription = own.join();
                Runnable close = isClientClosed ? api::close : subscription::close;
                close.run();
                isInterrupted.complete(Thread.currentThread().isInterrupted());
            }));
            assertThat(isInterrupted.get(10, TimeUnit.SECONDS)).isFalse();
            await().until(() -> pollers().isEmpty());
        }
    }

    private static List<Thread> pollers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("operatorkit-catalogue") && thread.isAlive())
                .toList();
    }
}
