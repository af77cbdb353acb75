package dev.operatorkit.simulator.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.simulator.database.Database;
import dev.operatorkit.simulator.transcript.Entry.Direction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TranscriptTest {
    private static final int BOUND = 500;

    @SuppressWarnings("NullAway.Init") // JUnit opens it
    private Transcript transcript;

    private final Database database = Database.inMemory();

    @BeforeEach
    void open() {
        transcript = new Transcript(database, BOUND);
    }

    @AfterEach
    void close() {
        transcript.close();
        database.close();
    }

    static Entry entry(int number) {
        var bytes = ("bytes " + number).getBytes(StandardCharsets.UTF_8);
        return new Entry(
                new Entry.Time(
                        Instant.ofEpochMilli(1_000_000 + number), Instant.ofEpochMilli(2_000_000 + number), number),
                new Entry.Subject(
                        Direction.TO_WALLET,
                        "op",
                        number % 2 == 0 ? "DEBIT" : "CREDIT",
                        "player-" + number % 5,
                        "round-" + number / 2,
                        "tx-" + number),
                new Entry.Result(number % 3 + 1, number % 7 == 0 ? 0 : 200, "verdict " + number, null),
                new Entry.Messages(bytes, bytes, bytes));
    }

    @Test
    void an_entry_is_returned_unchanged() {
        var added = transcript.add(entry(3));
        assertThat(transcript.find(added.id())).get().usingRecursiveComparison().isEqualTo(added);
    }

    @Test
    void the_transcript_can_be_searched_by_each_field_newest_first() {
        IntStream.range(0, 100).forEach(number -> transcript.add(entry(number)));
        assertThat(ids(Map.of("player", "player-2"))).hasSize(20);
        assertThat(ids(Filter.ofRound("round-10"))).hasSize(2).isSortedAccordingTo(Collections.reverseOrder());
        assertThat(ids(Map.of("kind", "DEBIT"))).hasSize(50);
        assertThat(ids(Map.of("status", "0"))).hasSize(15);
        assertThat(ids(Map.of("attempt", "3"))).hasSize(33);
        assertThat(ids(Map.of("text", "tx-42"))).hasSize(1);
        assertThat(ids(Map.of("operator", "other"))).isEmpty();
        assertThat(transcript.search(Filter.ALL, 50, 10))
                .hasSize(10)
                .first()
                .extracting(Entry::id)
                .isEqualTo(49L);
    }

    @Test
    void the_transcript_can_be_searched_by_class_verdict_transaction_and_time() {
        IntStream.range(0, 100).forEach(number -> transcript.add(entry(number)));
        assertThat(ids(Map.of("status", "2xx"))).hasSize(85);
        assertThat(ids(Map.of("status", "4XX"))).isEmpty();
        assertThat(ids(Map.of("verdict", "failed"))).hasSize(15);
        assertThat(ids(Map.of("verdict", "GOOD", "kind", "DEBIT"))).hasSize(42);
        assertThat(ids(Map.of("transaction", "tx-42"))).containsExactly(43L);
        assertThat(ids(Map.of("from", "1970-01-01T00:16:40.010Z", "to", "1970-01-01T00:16:40.020")))
                .hasSize(10);
        assertThat(ids(Map.of("from", "1970-01-01T00:17", "to", "1970-01-01T00:16")))
                .isEmpty();
    }

    @Test
    void a_text_is_found_literally_in_targets_and_bodies_in_either_case() {
        var sent = "POST /wallet/debit?a=B HTTP/1.1\r\nX-Secret: not searched\r\n\r\n{\"note\":\"100% d'Or_\u00e9\\\"}";
        transcript.add(withMessages(sent, "HTTP/1.1 200 OK\r\n\r\n\uD83C\uDFB0 insufficient Funds"));
        transcript.add(entry(1));
        for (var found :
                List.of("100%", "D'OR_\u00e9\\", "\uD83C\uDFB0", "insufficient funds", "/Debit?A=b", "spoilt", "tx-9"))
            assertThat(ids(Map.of("text", found))).as(found).containsExactly(1L);
        for (var absent : List.of("10%", "d_Or", "not searched", "e\u0301", "*", "';--"))
            assertThat(ids(Map.of("text", absent))).as(absent).isEmpty();
        assertThat(ids(Map.of("text", "insufficient", "status", "4xx"))).isEmpty();
        assertThat(ids(Map.of("text", "insufficient", "player", "ann"))).containsExactly(1L);
    }

    private static Entry withMessages(String request, String response) {
        return new Entry(
                new Entry.Time(Instant.EPOCH, Instant.EPOCH, 1),
                new Entry.Subject(Direction.TO_WALLET, "op", "DEBIT", "ann", "r", "TX-9"),
                new Entry.Result(1, 200, "Spoilt", null),
                new Entry.Messages(
                        request.getBytes(StandardCharsets.UTF_8),
                        response.getBytes(StandardCharsets.UTF_8),
                        new byte[0]));
    }

    private List<Long> ids(Map<String, String> fields) {
        return ids(Filter.read(fields::get));
    }

    private List<Long> ids(Filter filter) {
        return transcript.search(filter, 0, 1000).stream().map(Entry::id).toList();
    }

    @Test
    void the_transcript_keeps_the_newest_entries_and_stays_bounded() {
        IntStream.range(0, 3000).forEach(number -> transcript.add(entry(number)));
        assertThat(transcript.size()).isBetween(500L, 500L + 4096 + 50);
        IntStream.range(0, 60).forEach(number -> {
            transcript.add(entry(number));
            transcript.size();
        });
        assertThat(transcript.size()).isBetween(500L, 600L);
        assertThat(transcript.find(1)).isEmpty();
        assertThat(transcript.find(3060)).isPresent();
    }

    @Test
    void unauthenticated_entries_evict_only_unauthenticated_entries() {
        transcript.add(entry(1));
        IntStream.range(0, 3000).forEach(number -> {
            transcript.addUnauthenticated(entry(number));
            if (number % 50 == 0) {
                transcript.size();
            }
        });
        transcript.size();
        assertThat(transcript.find(1)).isPresent();
        assertThat(transcript.find(3001)).isPresent();
        assertThat(transcript.size()).isBetween(51L, 51L + 60 + 50);
    }

    @Test
    void followers_are_notified_of_new_entries_even_if_one_of_them_throws() {
        var heard = new AtomicInteger();
        transcript.follow(() -> {
            throw new IllegalStateException("gone");
        });
        var following = transcript.follow(heard::incrementAndGet);
        transcript.add(entry(1));
        transcript.add(entry(2));
        following.run();
        transcript.add(entry(3));
        assertThat(heard).hasValue(2);
        assertThat(transcript.since(Filter.ALL, 1, 10)).extracting(Entry::id).containsExactly(2L, 3L);
    }

    @Test
    void a_reader_that_resumes_misses_no_entry_under_many_concurrent_writers() throws InterruptedException {
        try (var memory = Database.inMemory();
                var large = new Transcript(memory, 10_000)) {
            var writers = IntStream.range(0, 8)
                    .mapToObj(writer -> Thread.ofVirtual()
                            .start(() -> IntStream.range(0, 200).forEach(i -> large.add(entry(i)))))
                    .toList();
            var read = new ArrayList<Long>();
            while (read.size() < 1600) {
                var last = read.isEmpty() ? 0 : read.get(read.size() - 1);
                large.since(Filter.ALL, last, 50).forEach(entry -> read.add(entry.id()));
            }
            for (var writer : writers) {
                writer.join();
            }
            assertThat(read).isEqualTo(LongStream.rangeClosed(1, 1600).boxed().toList());
        }
    }

    @Test
    void exchanges_survive_a_restart_with_their_numbers_and_texts(@TempDir Path folder) {
        try (var first = Database.open(folder, null);
                var before = new Transcript(first, BOUND)) {
            IntStream.rangeClosed(1, 2 * BOUND).forEach(number -> before.add(entry(number)));
        }
        try (var second = Database.open(folder, null);
                var after = new Transcript(second, BOUND)) {
            var filter = Filter.read(Map.of("text", "BYTES 99")::get);
            assertThat(after.search(filter, 0, 2)).extracting(Entry::id).containsExactly(999L, 998L);
            assertThat(after.search(Filter.read(Map.of("verdict", "good", "kind", "DEBIT")::get), 991, 1))
                    .extracting(Entry::id)
                    .containsExactly(990L);
            assertThat(after.add(entry(1)).id()).isEqualTo(2 * BOUND + 1);
        }
    }

    @Test
    void d_36_an_exchange_with_the_longest_token_and_ids_is_stored_with_its_whole_batch() {
        var token = "\uD83C\uDFB0".repeat(2048);
        var id = "\uD83C\uDFB0".repeat(255);
        var longest = entry(1);
        transcript.add(new Entry(
                longest.time(),
                new Entry.Subject(Direction.TO_WALLET, "op", "PLAYER", token, id, id),
                longest.result(),
                longest.messages()));
        transcript.add(entry(2));
        assertThat(transcript.find(1).orElseThrow().player()).isEqualTo(token);
        assertThat(transcript.find(2)).isPresent();
    }

    @Test
    void exchanges_that_could_not_be_stored_are_missing_and_later_ones_are_kept() {
        IntStream.range(0, 11).forEach(number -> transcript.add(entry(number)));
        assertThat(transcript.size()).isEqualTo(11);
        database.sql().execute("alter table exchange add constraint refused check (id < 12)");
        IntStream.range(0, 30).forEach(number -> transcript.add(entry(number)));
        assertThat(transcript.size()).isEqualTo(11);
        database.sql().execute("alter table exchange drop constraint refused");
        transcript.add(entry(1));
        assertThat(transcript.search(Filter.ALL, 0, 2)).extracting(Entry::id).containsExactly(42L, 11L);
    }

    @Test
    void large_exchanges_evict_older_ones_before_the_count_limit_is_reached() {
        for (var i = 0; i < 100; i++) {
            transcript.add(withMessages("", "x".repeat(1_000_000)));
            transcript.size();
        }
        assertThat(transcript.size()).isBetween(50L, 68L);
        assertThat(transcript.find(100)).isPresent();
        assertThat(transcript.find(1)).isEmpty();
    }
}
