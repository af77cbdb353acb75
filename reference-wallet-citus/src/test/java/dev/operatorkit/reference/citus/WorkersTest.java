package dev.operatorkit.reference.citus;

import static dev.operatorkit.wallet.testkit.SignedCallback.credit;
import static dev.operatorkit.wallet.testkit.SignedCallback.debit;
import static dev.operatorkit.wallet.testkit.SignedCallback.lookup;
import static dev.operatorkit.wallet.testkit.SignedCallback.player;
import static dev.operatorkit.wallet.testkit.SignedCallback.rollback;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a wallet of which one worker hangs, and whose buckets move, without Citus. */
class WorkersTest {
    private static final Duration LONG_WAIT = Duration.ofMinutes(1);
    private static final String DOWN = "wallet_worker_away{worker=\"" + PlacedDatabase.HIGH + "\"} ";

    @Test
    @Tag("thorough")
    void a_worker_that_hangs_takes_out_its_own_accounts_only_and_returns_by_itself() throws Exception {
        var url = PlacedDatabase.freshUrl();
        try (var wallet = WalletUnderTest.on(url, "--committers", "2")) {
            assertThat(wallet.sendConcurrently(bet("low", 1), bet("high", 3))).containsOnly(200);
            var hung = new ArrayList<CompletableFuture<Integer>>();
            try (var holder = PlacedDatabase.hang(url, PlacedDatabase.HIGH)) {
                for (var number = 0; number < 8; number++) {
                    var late = bet("hung-" + number, 3 + number % 2);
                    hung.add(CompletableFuture.supplyAsync(
                            () -> wallet.send(late).status()));
                }
                for (var number = 0; !metrics(wallet).contains(DOWN + "1.0"); number++) {
                    var answer = wallet.send(bet("meanwhile-" + number, 1));
                    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                }
                assertThat(wallet.sendConcurrently(
                                bet("late", 3),
                                bet("high", 3),
                                bet("late", 3).stake("-1"),
                                bet("late", 3).token("unknown")))
                        .containsOnly(500);
                assertThat(wallet.sendConcurrently(
                                credit("win", "high").player("player-3").payout("3"),
                                rollback("undo", "high").player("player-3"),
                                lookup("player-3", "high"),
                                lookup("player-3", "never"),
                                player("game", "token-3")))
                        .containsOnly(503);
                // What is not found on the other worker may be on this one.
                assertThat(wallet.sendConcurrently(
                                rollback("tomb", "never").player("player-1"),
                                rollback("any-player", "high").without("playerId")))
                        .containsOnly(503);
                assertThat(wallet.sendConcurrently(
                                bet("well", 2),
                                bet("low", 1),
                                credit("low-win", "low")
                                        .player("player-1")
                                        .round("low")
                                        .payout("3"),
                                lookup("player-1", "low"),
                                player("game", "token-1")))
                        .containsOnly(200);
                assertThat(wallet.ready()).isEqualTo(200);
                assertThat(ready(wallet)).contains("\"workers\":{\"high:5432\":\"down\",\"low:5432\":\"up\"}");
                assertThat(hung).allSatisfy(status -> assertThat(status.join()).isEqualTo(500));
                holder.rollback();
            }
            await().atMost(LONG_WAIT).until(() -> metrics(wallet).contains(DOWN + "0.0"));
            assertThat(wallet.sendConcurrently(bet("late", 3), bet("high", 3), bet("hung-0", 3)))
                    .containsOnly(200);
            assertThat(wallet.send(rollback("tomb", "never").player("player-1")).status())
                    .isEqualTo(200);
            assertThat(ready(wallet)).contains("\"workers\":{\"high:5432\":\"up\",\"low:5432\":\"up\"}");
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    @Test
    @Tag("thorough")
    void the_worker_to_which_a_bucket_moves_is_noticed_and_without_any_worker_the_wallet_is_not_ready()
            throws Exception {
        var url = PlacedDatabase.freshUrl();
        try (var wallet = WalletUnderTest.on(url)) {
            PlacedDatabase.execute(url, "insert into pg_dist_node values (7, 'added', 5432, 'primary')");
            PlacedDatabase.execute(url, "update pg_dist_placement set groupid = 7 where shardid = 1");
            await().atMost(LONG_WAIT)
                    .until(() -> ready(wallet).contains("\"workers\":{\"added:5432\":\"up\",\"low:5432\":\"up\"}"));
            assertThat(metrics(wallet)).doesNotContain("high:5432");
            try (var holder = PlacedDatabase.hang(url, PlacedDatabase.HIGH, PlacedDatabase.LOW)) {
                await().atMost(LONG_WAIT).until(() -> wallet.ready() == 503);
                holder.rollback();
            }
            await().atMost(LONG_WAIT).until(() -> wallet.ready() == 200);
            assertThat(wallet.sendConcurrently(bet("low", 1), bet("high", 3))).containsOnly(200);
        }
    }

    private static SignedCallback bet(String id, int player) {
        return debit(id).player("player-" + player).round(id).stake("1");
    }

    private static String ready(WalletUnderTest wallet) {
        return get(wallet, "/health/ready");
    }

    private static String metrics(WalletUnderTest wallet) {
        return get(wallet, "/metrics");
    }

    private static String get(WalletUnderTest wallet, String path) {
        return wallet.send(HttpRequest.newBuilder(URI.create(wallet.operations() + path))
                        .build())
                .body();
    }
}
