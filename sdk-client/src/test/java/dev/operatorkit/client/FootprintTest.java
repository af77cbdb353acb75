package dev.operatorkit.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests numbers of bytes, which do not depend on the load of the machine; {@code testing/benchmarks/run} measures the times.
 */
class FootprintTest {
    private static final int CALLS = 200;

    @Test
    void a_304_allocates_under_32_kib() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (var server = new RawServer((request, socket) -> {
                    RawServer.write(
                            socket,
                            request.contains("If-None-Match")
                                    ? "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n"
                                    : RawServer.ok(Provider.games("a")).replaceFirst("\r\n", "\r\nETag: \"1\"\r\n"));
                    return true;
                });
                var api = CustomerApi.of(server.base(), "operator-1", Provider.KEYS)) {
            var first = api.fetchCatalogue();
            for (var i = 0; i < CALLS; i++) {
                assertThat(api.fetchCatalogue()).isSameAs(first);
            }
            var before = threads.getCurrentThreadAllocatedBytes();
            for (var i = 0; i < CALLS; i++) {
                api.fetchCatalogue();
            }
            var each = (threads.getCurrentThreadAllocatedBytes() - before) / CALLS;
            assertThat(each).isBetween(1L, 32L * 1024);
        }
    }

    @Test
    void a_catalogue_of_10_000_games_takes_at_most_three_times_the_size_of_its_json() {
        var json = catalogue(10_000);
        var warm = CatalogueFetch.parse(json);
        assertThat(warm.games()).hasSize(10_000);
        warm = new Catalogue(List.of());
        var before = liveHeap();
        var kept = CatalogueFetch.parse(json);
        var heap = liveHeap() - before;
        assertThat(kept.games()).hasSize(10_000);
        assertThat(warm.games()).isEmpty();
        assertThat(heap).isBetween(json.length / 4L, 3L * json.length);
    }

    private static long liveHeap() {
        for (var i = 0; i < 4; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static byte[] catalogue(int games) {
        var list = IntStream.range(0, games).mapToObj(FootprintTest::game).collect(Collectors.joining(","));
        return ("{\"data\":[" + list + "]}").getBytes(StandardCharsets.UTF_8);
    }

    private static String game(int number) {
        var art = "https://artwork.example/games/golden-orchard-" + number;
        return "{\"slug\":\"golden-orchard-" + number + "\",\"available\":true,\"freeRound\":true,"
                + "\"restrictedCountries\":[\"US\",\"GB\",\"FR\"],\"name\":\"Golden Orchard " + number
                + "\",\"artwork\":{\"tile\":\""
                + art + "/tile.svg\",\"banner\":\"" + art + "/banner.svg\",\"background\":\"" + art
                + "/background.svg\"}}";
    }
}
