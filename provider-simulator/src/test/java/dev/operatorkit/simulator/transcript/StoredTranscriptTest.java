package dev.operatorkit.simulator.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredTranscriptTest extends TranscriptTest {
    private static final Field<Long> ID = DSL.field("id", Long.class);

    private final Database database = Database.inMemory();

    @Override
    Transcript transcript(int bound) {
        return Transcript.in(database, bound);
    }

    @AfterEach
    void closeDatabase() {
        database.close();
    }

    @Test
    void after_a_clean_stop_all_exchanges_are_kept_and_ids_continue(@TempDir Path folder) {
        try (var first = Database.in(folder);
                var transcript = Transcript.in(first, BOUND)) {
            transcript.add(entry(1));
        }
        try (var second = Database.in(folder);
                var transcript = Transcript.in(second, BOUND)) {
            assertThat(transcript.find(1)).isPresent();
            assertThat(transcript.add(entry(2)).id()).isEqualTo(2);
        }
    }

    @Test
    void a_text_is_found_in_exchanges_stored_before_a_restart(@TempDir Path folder) {
        try (var first = Database.in(folder);
                var transcript = Transcript.in(first, BOUND)) {
            for (var i = 1; i <= 2 * BOUND; i++) {
                transcript.add(entry(i));
            }
        }
        try (var second = Database.in(folder);
                var transcript = Transcript.in(second, BOUND)) {
            var filter = Filter.read(Map.of("text", "BYTES 99")::get);
            assertThat(transcript.search(filter, 0, 2)).extracting(Entry::id).containsExactly(999L, 998L);
            assertThat(transcript.search(filter, 991, 5)).extracting(Entry::id).containsExactly(990L);
            transcript.add(withMessages("GET /a HTTP/1.1\r\n\r\nBytes 99", ""));
            assertThat(transcript.search(filter, 0, 1)).extracting(Entry::id).containsExactly(1001L);
        }
    }

    @Test
    void d_36_an_exchange_with_the_longest_token_and_ids_is_stored_with_its_whole_batch(@TempDir Path folder) {
        var token = "\uD83C\uDFB0".repeat(2048);
        var id = "\uD83C\uDFB0".repeat(255);
        try (var first = Database.in(folder);
                var transcript = Transcript.in(first, BOUND)) {
            transcript.add(about(token, id));
            transcript.add(entry(2));
        }
        try (var second = Database.in(folder);
                var transcript = Transcript.in(second, BOUND)) {
            assertThat(transcript.find(1).orElseThrow().player()).isEqualTo(token);
            assertThat(transcript.find(2)).isPresent();
        }
    }

    private static Entry about(String token, String id) {
        var bytes = new byte[0];
        var time = Instant.EPOCH;
        return new Entry(
                0,
                time,
                time,
                Direction.TO_WALLET,
                "op",
                "PLAYER",
                token,
                id,
                id,
                1,
                200,
                "",
                null,
                1,
                bytes,
                bytes,
                bytes,
                0);
    }

    @Test
    void every_search_uses_an_index_without_the_messages() {
        var stored = new StoredExchanges(database, BOUND);
        for (var filter : List.of(
                Filter.ALL,
                Filter.ofRound("round-10"),
                new Filter("op", null, null, null, null, null, null),
                new Filter(null, "player-2", null, null, null, null, null),
                new Filter(null, null, null, "DEBIT", null, null, null),
                Filter.ofStatus(500),
                new Filter(null, null, null, "DEBIT", 500, null, null),
                new Filter(null, null, null, null, null, 3, null),
                Filter.read(Map.of("transaction", "tx-42")::get),
                Filter.read(Map.of("verdict", "violation", "status", "4xx", "from", "2026-01-01T12:00")::get),
                new Filter("op", "player-2", "round-10", "DEBIT", 500, 3, "tx-42"))) {
            for (var order : List.of(ID.desc(), ID.asc())) {
                var plan = database.reading()
                        .explain(stored.select(filter, DSL.condition("id < ?", 1000), order, 100))
                        .plan();
                assertThat(plan)
                        .as(filter + "")
                        .contains(
                                filter.round() != null
                                        ? "public.exchange_round:"
                                        : filter.equals(Filter.ofStatus(500))
                                                ? "public.exchange_status:"
                                                : "public.exchange_filters:");
            }
        }
    }
}
