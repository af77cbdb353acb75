package dev.operatorkit.examples.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.operatorkit.client.CustomerApi;
import dev.operatorkit.client.ErrorCode;
import dev.operatorkit.client.ErrorResponseException;
import dev.operatorkit.client.LaunchRequest;
import dev.operatorkit.client.Operation;
import dev.operatorkit.client.testkit.FakeCustomerApi;
import dev.operatorkit.wire.Game;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AsyncLaunchTest {
    private static final LaunchRequest LAUNCH =
            LaunchRequest.demo("golden-orchard").ip("203.0.113.7").build();

    static List<ExecutorService> threads() {
        return List.of(Executors.newVirtualThreadPerTaskExecutor(), Executors.newFixedThreadPool(4));
    }

    @ParameterizedTest
    @MethodSource("threads")
    void many_launches_run_at_once_and_each_has_its_own_result(ExecutorService executor) {
        try (var threads = executor;
                var service = FakeCustomerApi.start();
                var api = service.client().build()) {
            service.games(new Game("golden-orchard", true, true, List.of(), Map.of()));
            service.next(Operation.LAUNCH).refuse(404, "no such game");
            var refused = catchThrowable(() -> launch(api, LAUNCH, threads).join());
            assertThat(refused)
                    .cause()
                    .isInstanceOfSatisfying(
                            ErrorResponseException.class,
                            cause -> assertThat(cause.code()).isEqualTo(ErrorCode.GAME_NOT_AVAILABLE));
            List<CompletableFuture<URI>> urls = IntStream.range(0, 50)
                    .mapToObj(i -> launch(api, LAUNCH, threads))
                    .toList();
            assertThat(urls.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
        }
    }

    private static CompletableFuture<URI> launch(CustomerApi api, LaunchRequest request, Executor threads) {
        return CompletableFuture.supplyAsync(() -> api.createLaunchUrl(request), threads);
    }
}
