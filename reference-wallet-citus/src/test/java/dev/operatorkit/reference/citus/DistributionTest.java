package dev.operatorkit.reference.citus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.WalletUnderTest.Answer;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.store.Archive;
import dev.operatorkit.reference.store.Audit;
import dev.operatorkit.reference.store.DemoPlayers;
import dev.operatorkit.reference.store.Movements;
import dev.operatorkit.wallet.Wallet.TransactionLookup;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the tables with buckets on a PostgreSQL that distributes nothing. {@link WalletOnCitus} tests them on Citus. */
class DistributionTest {
    private static final List<SignedCallback> PLAYED = List.of(
            SignedCallback.debit("bet").player("player-1").round("won").stake("2"),
            SignedCallback.credit("win", "bet").player("player-1").round("won").payout("3"),
            SignedCallback.debit("lost").player("player-2").round("undone").stake("2"),
            SignedCallback.rollback("undo", "lost").player("player-2").round("undone"),
            SignedCallback.debit("open").player("player-3").round("open").stake("2"),
            SignedCallback.rollback("early-undo", "early").player("player-4").round("early"));

    private static List<String> answers(WalletUnderTest wallet) {
        return PLAYED.stream().map(wallet::send).map(Answer::body).toList();
    }

    @Test
    void a_wallet_that_gets_buckets_answers_as_before_and_its_audit_finds_what_no_key_prevents() {
        var url = TestDatabase.POSTGRES.freshUrl();
        List<String> before;
        try (var wallet = WalletUnderTest.on(url)) {
            before = answers(wallet);
        }
        BucketedDatabase.addBuckets(url);
        BucketedDatabase.addBuckets(url);
        try (var wallet = WalletUnderTest.on(url)) {
            assertThat(answers(wallet)).isEqualTo(before);
            assertThat(wallet.player(1).balance()).isEqualTo(100_000_100);
            var late = SignedCallback.credit("late", "open")
                    .player("player-3")
                    .round("open")
                    .payout("5");
            assertThat(wallet.send(late).status()).isEqualTo(200);
            var barred = SignedCallback.debit("early").player("player-4").stake("1");
            assertThat(wallet.send(barred).status()).isEqualTo(422);
            var wrongPlayer =
                    SignedCallback.rollback("stolen", "open").player("player-1").round("open");
            assertThat(wallet.send(wrongPlayer).status()).isEqualTo(422);
            for (var player : List.of("player-1", "player-2")) {
                var debit = SignedCallback.debit("same").player(player).stake("1");
                assertThat(wallet.send(debit).status()).isEqualTo(200);
                assertThat(wallet.send(debit).status()).isEqualTo(200);
            }
        }
        try (var database = Database.open(TestDatabase.address(url))) {
            var later = Clock.offset(Clock.systemUTC(), Duration.ofDays(31));
            assertThat(Archive.olderThan(Duration.ofDays(30), database, later)).isEqualTo(3);
            assertThat(Movements.in(database).findTransaction(new TransactionLookup("player-1", "win")))
                    .isPresent();
            assertThat(Movements.in(database).findTransaction(new TransactionLookup("player-2", "win")))
                    .isEmpty();
            database.reads().execute("update accounts set balance = balance + 1 where id = 'player-4'");
        }
        // Only what was damaged on purpose is found, and nothing else.
        assertThat(WalletUnderTest.auditOf(url))
                .hasSize(2)
                .anySatisfy(finding ->
                        assertThat(finding).contains("the balance and the version of its last entry", "[player-4]"))
                .anySatisfy(
                        finding -> assertThat(finding).contains("no transaction id was used in two buckets", "[same]"));
    }

    @Test
    @Tag("thorough")
    void a_wallet_whose_tables_get_buckets_while_it_runs_is_not_ready_and_writes_nothing() {
        var url = TestDatabase.POSTGRES.freshUrl();
        try (var wallet = WalletUnderTest.on(url)) {
            answers(wallet);
            var balance = wallet.player(3).balance();
            BucketedDatabase.addBuckets(url);
            await().until(() -> wallet.ready() == 503);
            assertThat(wallet.readiness().body()).contains("\"migrations\":\"down\"");
            assertThat(wallet.send(SignedCallback.debit("after")
                                    .player("player-3")
                                    .stake("1"))
                            .status())
                    .as("known not to be stored (D-29)")
                    .isEqualTo(422);
            assertThat(wallet.player(3).balance()).isEqualTo(balance);
        }
        try (var wallet = WalletUnderTest.on(url)) {
            assertThat(wallet.ready()).isEqualTo(200);
            assertThat(wallet.send(SignedCallback.debit("after")
                                    .player("player-3")
                                    .stake("1"))
                            .status())
                    .isEqualTo(200);
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    @Test
    void the_database_computes_the_same_buckets_accepts_no_other_and_audits_by_them() throws Exception {
        try (var database = Database.open(TestDatabase.address(BucketedDatabase.freshUrl()))) {
            for (var line : Files.readAllLines(Path.of("..", "docs", "vectors", "buckets.txt"))) {
                if (!line.startsWith("#")) {
                    var bytes = HexFormat.of().parseHex(line.split(" ", -1)[1]);
                    var id = new String(bytes, StandardCharsets.UTF_8);
                    var bucket = database.reads()
                            .fetchSingle(
                                    "select "
                                            + CitusDistribution.BUCKETS
                                                    .expression()
                                                    .formatted("{0}"),
                                    DSL.val(id))
                            .get(0, int.class);
                    assertThat(bucket + " " + HexFormat.of().formatHex(bytes)).isEqualTo(line);
                }
            }
            var wrong = "insert into accounts (bucket, id, display_name, currency, balance, version, updated_at)"
                    + " values (11, 'player-1', '', 'EUR', 0, 0, now())";
            assertThatThrownBy(() -> database.reads().execute(wrong)).hasMessageContaining("accounts_bucket");
            DemoPlayers.ensure(database, Clock.systemUTC(), 2);
            database.reads().execute("update accounts set balance = balance + 1 where id = 'player-1'");
            assertThat(Audit.run(database)).anyMatch(finding -> !finding.holds());
        }
    }

    @Test
    void what_cannot_be_distributed_gets_no_table_and_no_file(@TempDir Path folder) throws Exception {
        var url = TestDatabase.POSTGRES.emptyUrl();
        assertThatThrownBy(() -> new CitusDistribution().distribute(TestDatabase.address(url)))
                .hasMessageContaining("no extension citus, so nothing was changed");
        try (var connection = DriverManager.getConnection(url);
                var tables = connection.getMetaData().getTables(null, "public", null, null)) {
            assertThat(tables.next()).isFalse();
        }
        var file = TestDatabase.address("jdbc:h2:file:" + folder.resolve("wallet"));
        assertThatThrownBy(() -> new CitusDistribution().distribute(file))
                .hasMessageContaining("H2 cannot be distributed");
        assertThat(folder).isEmptyDirectory();
    }
}
