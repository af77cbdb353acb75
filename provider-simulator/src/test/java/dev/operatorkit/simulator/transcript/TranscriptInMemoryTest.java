package dev.operatorkit.simulator.transcript;

import static java.util.Comparator.reverseOrder;
import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.transcript.Entry.Direction;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TranscriptInMemoryTest extends TranscriptTest {
    private static final int LARGE = 1 << 20;

    @Override
    Transcript transcript(int bound) {
        return Transcript.inMemory(bound);
    }

    @Test
    void large_exchanges_evict_older_ones_before_the_count_limit_is_reached() {
        try (var transcript = transcript(BOUND)) {
            for (var i = 0; i < 100; i++) {
                transcript.add(large());
            }
            assertThat(transcript.size()).isBetween(50L, 64L);
            assertThat(transcript.find(100)).isPresent();
            assertThat(transcript.find(1)).isEmpty();
        }
    }

    @Test
    void a_search_during_concurrent_writes_returns_each_exchange_once_in_order() throws Exception {
        try (var transcript = transcript(BOUND)) {
            var writer = Thread.ofPlatform()
                    .start(() -> IntStream.rangeClosed(1, 20_000).forEach(number -> transcript.add(entry(number))));
            while (writer.isAlive()) {
                var found = transcript.search(Filter.ALL, 0, 2 * BOUND);
                assertThat(found).extracting(Entry::id).doesNotHaveDuplicates().isSortedAccordingTo(reverseOrder());
                assertThat(found).allMatch(entry -> entry.verdict().equals("verdict " + entry.id()));
            }
            writer.join();
            assertThat(transcript.search(Filter.ALL, 0, 2 * BOUND)).hasSize(BOUND);
        }
    }

    private static Entry large() {
        var body = new byte[LARGE];
        return new Entry(
                0,
                Instant.EPOCH,
                Instant.EPOCH,
                Direction.FROM_OPERATOR,
                "op",
                "GET /api/v1/games",
                null,
                null,
                null,
                1,
                200,
                "200 answered",
                null,
                1,
                new byte[0],
                body,
                new byte[0],
                0);
    }
}
