package dev.operatorkit.client;

import static dev.operatorkit.client.Provider.CAMPAIGN;
import static dev.operatorkit.client.Provider.CODE;
import static dev.operatorkit.client.Provider.awaitZero;
import static dev.operatorkit.client.Provider.games;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.raw.RawServer;
import dev.operatorkit.wire.CampaignSearch;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ClosedClientTest {
    @AutoClose
    private final Provider provider = new Provider();

    static Stream<Arguments> calls() {
        return Stream.of(
                call("fetchCatalogue", CustomerApi::fetchCatalogue),
                call(
                        "watchCatalogue",
                        api -> api.watchCatalogue(CatalogueSubscription.Options.defaults(), catalogue -> {})),
                call(
                        "createLaunchUrl",
                        api -> api.createLaunchUrl(
                                LaunchRequest.demo("slug").ip("::1").build())),
                call("createCampaign", api -> api.createCampaign(CAMPAIGN)),
                call("searchCampaigns", api -> api.searchCampaigns(CampaignSearch.all())),
                call("searchAllCampaigns", api -> api.searchAllCampaigns(CampaignSearch.all())),
                call("disableCampaign", api -> api.disableCampaign("spring")),
                call("createBonusCode", api -> api.createBonusCode(CODE)));
    }

    private static Arguments call(String name, Consumer<CustomerApi> call) {
        return Arguments.of(name, call);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void a_closed_client_rejects_every_call_and_closes_again_without_effect(String name, Consumer<CustomerApi> call) {
        var api = provider.builder().build();
        api.close();
        api.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> call.accept(api))
                .withMessage("This client is closed. Create another one.");
        assertThat(provider.server.getRequestCount()).isZero();
    }

    @Test
    void a_search_stops_at_the_next_page_if_the_client_is_closed_in_between() {
        provider.enqueue(
                200,
                "{\"data\":{\"list\":[{\"campaignCode\":\"a\",\"campaignName\":\"A\",\"amount\":1,\"currencyCode\":\"EUR\","
                    + "\"gameSlugs\":[],\"startDate\":\"2026-03-01T00:00:00Z\",\"endDate\":\"2026-06-01T00:00:00Z\"}],"
                    + "\"pagination\":{\"page\":1,\"perPage\":1,\"total\":2,\"totalPages\":2}}}");
        var api = provider.builder().build();
        var campaigns = api.searchAllCampaigns(CampaignSearch.all()).iterator();
        assertThat(campaigns.next().campaignCode()).isEqualTo("a");
        api.close();
        assertThatIllegalStateException().isThrownBy(campaigns::next);
    }

    /** Only its response tells whether a creation was applied, so that closing must not cut it. */
    @Test
    void an_attempt_in_progress_ends_with_its_response() throws Exception {
        var received = new CountDownLatch(1);
        var closed = new CountDownLatch(1);
        try (var server = new RawServer((request, socket) -> {
            received.countDown();
            awaitZero(closed);
            RawServer.write(socket, RawServer.response(200, games("a")));
        })) {
            var api = provider.builder(server.base()).build();
            var catalogue = CompletableFuture.supplyAsync(api::fetchCatalogue);
            awaitZero(received);
            api.close();
            closed.countDown();
            assertThat(catalogue.get(10, TimeUnit.SECONDS).findGame("a")).isPresent();
        }
    }

    @Test
    void closing_ends_the_pause_before_a_retry_and_nothing_is_sent_afterwards() throws Exception {
        var requests = new AtomicInteger();
        try (var server = new RawServer((request, socket) -> {
            requests.incrementAndGet();
            RawServer.write(
                    socket, "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1000\r\nContent-Length: 0\r\n\r\n");
        })) {
            var api = CustomerApi.builder(server.base(), "operator-1", Provider.KEYS)
                    .callTimeout(Duration.ofHours(1))
                    .build();
            var caller = new AtomicReference<Thread>();
            var read = start(() -> {
                caller.set(Thread.currentThread());
                api.fetchCatalogue();
            });
            await().until(() -> requests.get() == 1
                    && Arrays.toString(caller.get().getStackTrace()).contains("CallScope.pause"));
            api.close();
            var failure = read.get(30, TimeUnit.SECONDS);
            assertThat(failure.code()).isEqualTo(ErrorCode.INTERRUPTED);
            assertThat(failure.getSuppressed())
                    .singleElement()
                    .satisfies(last ->
                            assertThat(((ErrorResponseException) last).status()).isEqualTo(503));
            assertThat(requests).hasValue(1);
        }
    }

    /** Runs a call on a new thread and returns its failure. */
    private static CompletableFuture<NoResponseException> start(ThrowingCallable call) {
        return CompletableFuture.supplyAsync(
                () -> catchThrowableOfType(NoResponseException.class, call), task -> new Thread(task).start());
    }
}
