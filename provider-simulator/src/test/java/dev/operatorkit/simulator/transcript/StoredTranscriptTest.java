package dev.operatorkit.simulator.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredTranscriptTest extends TranscriptTest {
    private static final List<String> NAMES = List.of("Aa", "BB", "player-1", "\uD83C\uDFB0");

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
    void exchanges_stored_before_a_restart_are_found_by_every_filter(@TempDir Path folder) {
        List<Filter> filters = List.of(
                Filter.ALL,
                Filter.ofRound("round-10"),
                new Filter("op", null, null, null, null, null, null),
                new Filter(null, "player-2", null, null, null, null, null),
                new Filter(null, null, null, "DEBIT", null, null, null),
                Filter.ofStatus(0),
                new Filter(null, null, null, "DEBIT", 0, null, null),
                new Filter(null, null, null, null, null, 3, null),
                Filter.read(Map.of("transaction", "tx-42")::get),
                Filter.read(Map.of("verdict", "failed", "status", "0")::get),
                Filter.read(Map.of("verdict", "good", "from", "1970-01-01T00:00", "to", "2100-01-01T12:00")::get),
                Filter.read(Map.of("to", "1970-01-01T00:00")::get));
        List<List<Entry>> before;
        try (var first = Database.in(folder);
                var transcript = Transcript.in(first, BOUND)) {
            for (var i = 1; i <= BOUND / 2; i++) {
                transcript.add(entry(i));
            }
            before = filters.stream()
                    .map(filter -> transcript.search(filter, 0, BOUND))
                    .toList();
        }
        try (var second = Database.in(folder);
                var transcript = Transcript.in(second, BOUND)) {
            for (var i = 0; i < filters.size(); i++) {
                assertThat(transcript.search(filters.get(i), 0, BOUND))
                        .as("%s", filters.get(i))
                        .extracting(Entry::id)
                        .isEqualTo(before.get(i).stream().map(Entry::id).toList());
            }
        }
        assertThat(before.stream().map(List::size).limit(10)).doesNotContain(0);
    }

    /** Compares with the transcript in memory, which asks each filter itself. Aa and BB have the same hash code. */
    @Test
    void random_searches_find_what_their_filters_match_before_and_after_a_restart(@TempDir Path folder) {
        var seed = new SecureRandom().nextLong();
        var random = new Random(seed);
        try (var model = Transcript.inMemory(BOUND)) {
            try (var first = Database.in(folder);
                    var transcript = Transcript.in(first, BOUND)) {
                for (var i = 0; i < BOUND; i++) {
                    var entry = random(random);
                    model.add(entry);
                    transcript.add(entry);
                    if (i % 50 == 0) {
                        assertSameResults(transcript, model, random, seed);
                    }
                }
            }
            try (var second = Database.in(folder);
                    var transcript = Transcript.in(second, BOUND)) {
                for (var i = 0; i < 100; i++) {
                    assertSameResults(transcript, model, random, seed);
                }
            }
        }
    }

    private static void assertSameResults(Transcript transcript, Transcript model, Random random, long seed) {
        Map<String, String> fields = new HashMap<>();
        for (var field : List.of("operator", "player", "round", "transaction", "kind", "text")) {
            fields.put(field, random.nextInt(3) == 0 ? NAMES.get(random.nextInt(NAMES.size())) : null);
        }
        fields.put("status", random.nextInt(4) == 0 ? random.nextBoolean() ? "4xx" : "200" : null);
        fields.put("verdict", random.nextInt(4) == 0 ? random.nextBoolean() ? "good" : "violation" : null);
        fields.put("attempt", random.nextInt(4) == 0 ? "2" : null);
        fields.put("from", random.nextInt(4) == 0 ? "1970-01-01T00:00:00.0100005" : null);
        fields.put("to", random.nextInt(4) == 0 ? "1970-01-01T00:00:00.0300005" : null);
        var filter = Filter.read(fields::get);
        var id = random.nextLong(2 * BOUND);
        var limit = 1 + random.nextInt(20);
        assertThat(transcript.search(filter, id, limit))
                .as("%s before %s, seed %s", filter, id, seed)
                .extracting(Entry::id)
                .isEqualTo(
                        model.search(filter, id, limit).stream().map(Entry::id).toList());
        assertThat(transcript.since(filter, id, limit))
                .as("%s after %s, seed %s", filter, id, seed)
                .extracting(Entry::id)
                .isEqualTo(
                        model.since(filter, id, limit).stream().map(Entry::id).toList());
    }

    private static Entry random(Random random) {
        var bytes = ("GET /" + NAMES.get(random.nextInt(NAMES.size())) + "\r\n\r\n").getBytes(StandardCharsets.UTF_8);
        return new Entry(
                0,
                Instant.ofEpochMilli(random.nextInt(50)),
                Instant.EPOCH,
                random.nextBoolean() ? Direction.TO_WALLET : Direction.FROM_OPERATOR,
                NAMES.get(random.nextInt(2)),
                NAMES.get(random.nextInt(2)),
                nameOrNull(random),
                nameOrNull(random),
                nameOrNull(random),
                1 + random.nextInt(3),
                List.of(0, 200, 404, 409, 500).get(random.nextInt(5)),
                random.nextInt(4) == 0 ? "x".repeat(random.nextInt(2000)) + "contract violation" : "accepted",
                null,
                1,
                bytes,
                bytes,
                bytes,
                0);
    }

    private static @Nullable String nameOrNull(Random random) {
        return random.nextInt(5) == 0 ? null : NAMES.get(random.nextInt(NAMES.size()));
    }

    @Test
    void exchanges_that_could_not_be_stored_are_not_found() {
        try (var transcript = transcript(10)) {
            IntStream.range(0, 11).forEach(number -> transcript.add(entry(number)));
            assertThat(transcript.search(Filter.ALL, 0, 100)).hasSize(11);
            database.sql().execute("alter table exchange add constraint refused check (id < 12)");
            IntStream.range(0, 30).forEach(number -> transcript.add(entry(number)));
            assertThat(transcript.search(Filter.ALL, 0, 100)).hasSize(11);
            database.sql().execute("alter table exchange drop constraint refused");
            transcript.add(entry(1));
            assertThat(transcript.search(Filter.ALL, 0, 100))
                    .extracting(Entry::id)
                    .hasSize(10)
                    .startsWith(42L, 11L);
        }
    }
}
