package dev.operatorkit.simulator.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.transcript.Entry.Direction;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TranscriptInMemoryTest extends TranscriptTest {
    private static final int LARGE = 1 << 20;

    @Override
    Transcript transcript(int bound) {
        return Transcript.inMemory(bound);
    }

    @Test
    void large_exchanges_push_older_ones_out_before_their_number_does() {
        try (var transcript = transcript(BOUND)) {
            for (var i = 0; i < 100; i++) {
                transcript.add(large());
            }
            assertThat(transcript.size()).isBetween(50L, 64L);
            assertThat(transcript.find(100)).isPresent();
            assertThat(transcript.find(1)).isEmpty();
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
                new byte[0]);
    }
}
