package dev.operatorkit.benchmarks.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.benchmarks.wallet.FairOptions.Part;
import dev.operatorkit.benchmarks.wallet.Load.Target;
import dev.operatorkit.benchmarks.wallet.Requests.Unit;
import dev.operatorkit.signing.SecretKeys;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Plants the faults that would make the figures lie, and proves that the benchmark stops at each. */
class FairChecksTest {
    private static final Path TABLES =
            Path.of("../../reference-wallet/src/main/resources/db/migration/postgresql/V1__wallet.sql");
    private static final SecretKeys KEYS = SecretKeys.of("a-secret-of-the-benchmark");

    private static final double LONG_ENOUGH = 60;

    @Test
    void a_response_of_unknown_length_is_noticed() throws Exception {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, 0); // in chunks
                exchange.getResponseBody().write('{');
            }
        });
        server.start();
        try {
            var target = new Target(List.of(server.getAddress().getPort()), 1);
            var requests = Requests.debits(2, 10, KEYS, "/wallet");
            assertThatThrownBy(() -> Load.closed(target, requests, LONG_ENOUGH))
                    .hasStackTraceContaining("has no Content-Length");
        } finally {
            server.stop(0);
        }
    }

    /** Measures wallets on a separate PostgreSQL, which takes most of the time of this class. */
    @Nested
    @Tag("thorough")
    class OnPostgres {
        private static Postgres postgres;
        private static Meter meter;

        @BeforeAll
        static void start() throws Exception {
            postgres = new Postgres();
            postgres.database("wallet");
            postgres.run("wallet", Files.readString(TABLES));
            meter = new Meter(postgres);
        }

        @AfterAll
        static void stop() throws Exception {
            postgres.close();
        }

        @Test
        void a_wallet_that_stores_what_it_answers_is_measured() throws Exception {
            var pass = measure(callback -> 1, callback -> 200);

            assertThat(pass.units()).isEqualTo(20);
            assertThat(pass.walBytes()).isPositive();
            assertThat(pass.time().machine()).isNotNegative();
            assertThat(pass.time().threads()).isNotEmpty();
        }

        @Test
        void a_lost_row_is_noticed() {
            assertThatThrownBy(() -> measure(callback -> callback == 3 ? 0 : 1, callback -> 200))
                    .hasMessageContaining("1 were lost");
        }

        @Test
        void a_row_stored_twice_is_noticed() {
            assertThatThrownBy(() -> measure(callback -> callback == 3 ? 2 : 1, callback -> 200))
                    .hasMessageContaining("1 too many");
        }

        @Test
        void a_refusal_among_the_answers_is_noticed() {
            assertThatThrownBy(() -> measure(callback -> 1, callback -> callback == 3 ? 409 : 200))
                    .hasMessageContaining("409=1");
        }

        @Test
        void a_replay_that_stores_a_row_is_noticed() {
            assertThatThrownBy(() -> measure(callback -> callback == 3 ? 1 : 0, callback -> 200, 0))
                    .hasMessageContaining("1 too many");
        }

        private static Pass measure(IntUnaryOperator rows, IntUnaryOperator statuses) throws Exception {
            return measure(rows, statuses, 1);
        }

        private static Pass measure(IntUnaryOperator rows, IntUnaryOperator statuses, int rowsPerUnit)
                throws Exception {
            try (var wallet = FaultyWallet.start(postgres, rows, statuses)) {
                var requests = Requests.debits(20, 10, KEYS, "/wallet");
                var target = new Target(List.of(wallet.port()), 2);
                return meter.measure(
                        "wallet",
                        List.of(ProcessHandle.current().pid()),
                        rowsPerUnit,
                        () -> Meter.Work.of(
                                Load.closed(target, requests, LONG_ENOUGH).onlySuccesses()));
            }
        }

        @Test
        void latencies_count_from_the_time_a_request_was_due() throws Exception {
            var stalled = new CountDownLatch(1);
            IntUnaryOperator stallOnce = callback -> {
                if (callback == 1) {
                    await(stalled, 300);
                }
                return 200;
            };
            try (var wallet = FaultyWallet.start(postgres, callback -> 0, stallOnce)) {
                var requests = Requests.debits(20, 10, KEYS, "/wallet");
                var outcome = Load.open(new Target(List.of(wallet.port()), 1), requests, 100, LONG_ENOUGH);

                assertThat(outcome.units()).isEqualTo(20);
                // All 20 are due within the first 200 ms and behind one that takes 300: each waits for at least 100.
                assertThat(outcome.micros().getMinValue()).isGreaterThan(TimeUnit.MILLISECONDS.toMicros(99));
            }
        }

        private static void await(CountDownLatch latch, long millis) {
            try {
                assertThat(latch.await(millis, TimeUnit.MILLISECONDS)).isFalse();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void the_ids_of_the_load_are_random_and_a_credit_refers_to_its_debit() {
        var ids = new HashSet<String>();
        var buckets = new HashMap<Character, Integer>();
        var requests = Requests.of(Unit.ROUND, 1000, 10, KEYS, "/wallet");
        for (var unit = 0; unit < requests.units(); unit++) {
            var debit = body(requests, 2 * unit);
            var credit = body(requests, 2 * unit + 1);
            ids.add(field(debit, "transactionId"));
            ids.add(field(credit, "transactionId"));
            buckets.merge(field(debit, "transactionId").charAt(0), 1, Integer::sum);
            assertThat(field(credit, "referenceTransactionId")).isEqualTo(field(debit, "transactionId"));
            assertThat(field(credit, "gameRoundId")).isEqualTo(field(debit, "gameRoundId"));
            assertThat(field(credit, "playerId")).isEqualTo(field(debit, "playerId"));
        }
        assertThat(ids).hasSize(2000).allMatch(id -> id.matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab].{16}"));
        assertThat(buckets).as("first digits").hasSize(16);
    }

    @Test
    void the_parts_of_a_load_hold_each_request_once() {
        var requests = Requests.of(Unit.ROUND, 10, 10, KEYS, "/wallet");
        var ids = new HashSet<String>();
        for (var part = 0; part < 3; part++) {
            var some = requests.part(part, 3);
            for (var number = 0; number < some.count(); number++) {
                ids.add(field(body(some, number), "transactionId"));
            }
        }
        assertThat(ids).hasSize(20);
    }

    private static String body(Requests requests, int number) {
        return StandardCharsets.UTF_8.decode(requests.get(number)).toString();
    }

    private static String field(String body, String name) {
        var found = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(body);
        assertThat(found.find()).as(name).isTrue();
        return found.group(1);
    }

    @Test
    void a_contender_is_flat_when_three_passes_in_a_row_differ_by_less_than_5_percent() throws Exception {
        var rising = WarmUp.of(rates(100, 150, 190, 196, 198, 500), 20);
        assertThat(rising.isFlat()).isTrue();
        assertThat(rising.rate()).isEqualTo(198);

        var swinging = WarmUp.of(rates(100, 120, 100, 120, 100, 120), 6);
        assertThat(swinging.isFlat()).isFalse();
        assertThat(swinging).hasToString("still not flat after 6 passes: 100 120 100 120 100 120");
    }

    private static Contender rates(double... rates) {
        Iterator<Double> each = Arrays.stream(rates).iterator();
        return new Contender() {
            @Override
            public String name() {
                return "wallet";
            }

            @Override
            public Pass run() {
                var none = new ProcessorTime(0, 0, 0, 0, Map.of());
                return new Pass(1, each.next(), 1, none, 0, 0, null);
            }
        };
    }

    @Test
    void the_turns_compare_what_ran_in_the_same_turn() throws Exception {
        var wallet = rates(100, 300, 200);
        var other = rates(50, 100, 100);
        var turns = Turns.take(3, List.of(wallet, other));

        assertThat(turns.median(wallet, Pass::perSecond)).isEqualTo(200);
        assertThat(turns.median(other, Pass::perSecond)).isEqualTo(100);
        assertThat(turns.ratios(wallet, other)).containsExactly(2, 3, 2);
    }

    @Test
    void an_unknown_part_is_refused_with_the_known_ones() {
        assertThat(FairOptions.parse("--quick", "--rows", "40000", "hot", "stored")
                        .parts())
                .containsExactly(Part.HOT, Part.STORED);
        assertThatThrownBy(() -> FairOptions.parse("hots")).hasMessageContaining("The parts are debits, rounds, hot");
    }

    @Test
    void the_usage_names_every_part() throws Exception {
        var help =
                new ProcessBuilder("./fair", "--help").redirectErrorStream(true).start();
        var usage = new String(help.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(help.waitFor()).as(usage).isZero();
        var parts = Stream.of(Part.values()).map(part -> part.name().toLowerCase(Locale.ROOT));
        assertThat(usage).contains(parts.collect(Collectors.joining("|", "[", "]...")));
    }
}
