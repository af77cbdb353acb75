package dev.operatorkit.simulator.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentTest {
    @ParameterizedTest
    @ValueSource(strings = {"a/b", "a\\b", "..", "50%off", "a;b", "a?b#c", "~2f", "a b+c", "\u202e", "\u0000"})
    void every_id_is_read_as_it_was_written_from_a_part_that_no_server_reads_otherwise(String id) {
        assertThat(Segment.of(id)).matches("[\\w~-]+");
        assertThat(Segment.read(Segment.of(id))).isEqualTo(id);
    }

    @Test
    void a_usual_id_stays_readable_and_one_typed_by_hand_stays_as_it_is() {
        assertThat(Segment.of("SPRING-2026_a")).isEqualTo("SPRING-2026_a");
        assertThat(Segment.read("a.b ~x~")).isEqualTo("a.b ~x~");
    }
}
