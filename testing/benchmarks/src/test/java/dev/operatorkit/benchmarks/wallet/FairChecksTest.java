package dev.operatorkit.benchmarks.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.operatorkit.benchmarks.wallet.Load.Target;
import dev.operatorkit.benchmarks.wallet.Requests.Unit;
import dev.operatorkit.signing.SecretKeys;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
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
            var requests = Requests.of(Unit.DEBIT, 2, 10, KEYS, "/wallet");
            assertThatThrownBy(() -> Load.closed(target, requests, LONG_ENOUGH))
                    .hasStackTraceContaining("has no Content-Length");
        } finally {
            server.stop(0);
        }
    }

    @Test
    @Tag("thorough")
    void a_row_that_is_lost_or_stored_twice_and_a_refusal_are_noticed() throws Exception {
        try (var postgres = new Postgres()) {
            postgres.database("wallet");
            postgres.run("wallet", Files.readString(TABLES));
            var pass = measure(postgres, callback -> 1, callback -> 200, 1);
            assertThat(pass.units()).isEqualTo(20);
            assertThat(pass.walBytes()).isPositive();
            assertThat(pass.time().threads()).isNotEmpty();
            assertThatThrownBy(() -> measure(postgres, callback -> callback == 3 ? 0 : 1, callback -> 200, 1))
                    .hasMessageContaining("1 were lost");
            assertThatThrownBy(() -> measure(postgres, callback -> callback == 3 ? 2 : 1, callback -> 200, 1))
                    .hasMessageContaining("1 too many");
            assertThatThrownBy(() -> measure(postgres, callback -> 1, callback -> callback == 3 ? 409 : 200, 1))
                    .hasMessageContaining("409=1");
            assertThatThrownBy(() -> measure(postgres, callback -> callback == 3 ? 1 : 0, callback -> 200, 0))
                    .hasMessageContaining("1 too many");
        }
    }

    private static Pass measure(Postgres postgres, IntUnaryOperator rows, IntUnaryOperator statuses, int rowsPerUnit)
            throws Exception {
        try (var wallet = FaultyWallet.start(postgres, rows, statuses)) {
            var requests = Requests.of(Unit.DEBIT, 20, 10, KEYS, "/wallet");
            var target = new Target(List.of(wallet.port()), 2);
            return new Meter(postgres)
                    .measure(
                            "wallet",
                            List.of(ProcessHandle.current().pid()),
                            rowsPerUnit,
                            () -> Meter.Work.of(
                                    Load.closed(target, requests, LONG_ENOUGH).onlySuccesses()));
        }
    }

    @Test
    void the_ids_of_the_load_are_random_and_its_parts_hold_each_request_once() {
        var all = Requests.of(Unit.ROUND, 100, 10, KEYS, "/wallet");
        var ids = new HashSet<String>();
        for (var part = 0; part < 3; part++) {
            var requests = all.part(part, 3);
            for (var unit = 0; unit < requests.units(); unit++) {
                var debit = body(requests, 2 * unit);
                var credit = body(requests, 2 * unit + 1);
                ids.add(field(debit, "transactionId"));
                ids.add(field(credit, "transactionId"));
                assertThat(field(credit, "referenceTransactionId")).isEqualTo(field(debit, "transactionId"));
                assertThat(field(credit, "gameRoundId")).isEqualTo(field(debit, "gameRoundId"));
                assertThat(field(credit, "playerId")).isEqualTo(field(debit, "playerId"));
            }
        }
        assertThat(ids).hasSize(200).allMatch(id -> id.matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab].{16}"));
        assertThat(ids.stream().map(id -> id.charAt(0)).distinct())
                .as("first digits")
                .hasSize(16);
    }

    private static String body(Requests requests, int number) {
        return StandardCharsets.UTF_8.decode(requests.get(number)).toString();
    }

    private static String field(String body, String name) {
        var found = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(body);
        assertThat(found.find()).as(name).isTrue();
        return found.group(1);
    }
}
