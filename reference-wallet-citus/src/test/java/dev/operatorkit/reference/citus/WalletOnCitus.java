package dev.operatorkit.reference.citus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.store.Archive;
import dev.operatorkit.reference.store.Audit;
import dev.operatorkit.wallet.jdbc.LedgerAudit.Finding;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests the wallet on a Citus database. Run as {@code StoreOnCitus} is. */
@Isolated
class WalletOnCitus {
    private static final String URL = CitusDatabase.address().url();
    private static final String RUN = UUID.randomUUID().toString().substring(0, 8);

    private static Database open() {
        return Database.open(CitusDatabase.unchanged());
    }

    @Test
    void a_wallet_plays_audits_and_archives() {
        try (var wallet = WalletUnderTest.on(URL, "--committers", "4")) {
            var ids = IntStream.range(0, 40).mapToObj(i -> RUN + "-" + i).toList();
            var debits = ids.stream().map(WalletOnCitus::debit).toArray(SignedCallback[]::new);
            assertThat(wallet.sendConcurrently(debits)).containsOnly(200);
            assertThat(wallet.sendConcurrently(debits)).containsOnly(200);
            var wins = ids.stream()
                    .map(id -> SignedCallback.credit(id + "-win", id)
                            .player(player(id))
                            .payout("2"))
                    .toArray(SignedCallback[]::new);
            assertThat(wallet.sendConcurrently(wins)).containsOnly(200);
            var wrongPlayer =
                    SignedCallback.rollback(RUN + "-stolen", ids.get(0)).player("player-2");
            assertThat(wallet.send(wrongPlayer).status()).isEqualTo(422);
            assertThat(wallet.send(debit(ids.get(0)).without("playerId")).status())
                    .isEqualTo(200);
        }
        try (var database = open()) {
            var later = Clock.offset(Clock.systemUTC(), Duration.ofDays(31));
            assertThat(Archive.olderThan(Duration.ofDays(30), database, later)).isGreaterThanOrEqualTo(40);
            assertThat(database.reads()
                            .fetchSingle("select count(*) from pg_prepared_xacts")
                            .get(0, int.class))
                    .isZero();
            // Only that it can be read: the accounts of the contract have no entries.
            assertThat(Audit.run(database)).filteredOn(Finding::holds).isNotEmpty();
        }
        try (var wallet = WalletUnderTest.on(URL)) {
            assertThat(wallet.send(debit(RUN + "-0")).status()).isEqualTo(200);
        }
    }

    private static String player(String id) {
        return "player-" + (1 + Math.floorMod(id.hashCode(), 4));
    }

    private static SignedCallback debit(String id) {
        return SignedCallback.debit(id).player(player(id)).stake("1");
    }

    @Test
    void a_wallet_on_a_worker_is_refused() throws SQLException {
        try (var database = open()) {
            var port = database.reads()
                    .fetchSingle("select nodeport from pg_dist_node where groupid > 0 limit 1")
                    .get(0, String.class);
            var worker = URL.replaceFirst(":\\d+/", ":" + port + "/");
            assertThatThrownBy(() -> Database.open(new Database.Address(worker, "", "", null, 1)))
                    .hasMessageContaining("is a worker of Citus");
        }
    }

    private static void execute(String statement) {
        try (var connection = DriverManager.getConnection(URL);
                var running = connection.createStatement()) {
            running.execute(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void tables_that_are_not_colocated_are_refused_by_name_and_distributed_again() {
        assertThat(CitusDatabase.distribute()).isFalse();
        execute("select undistribute_table('adjustment_references')");
        assertThatThrownBy(WalletOnCitus::open).hasMessageContaining("adjustment_references is not distributed");
        execute("select create_distributed_table('adjustment_references', 'bucket', colocate_with => 'none')");
        assertThatThrownBy(WalletOnCitus::open).hasMessageContaining("adjustment_references is not colocated");
        assertThatThrownBy(CitusDatabase::distribute).hasMessageContaining("adjustment_references is not colocated");
        execute("select undistribute_table('adjustment_references')");
        assertThat(CitusDatabase.distribute()).isTrue();
        open().close();
    }

    private static void undistributeAll() {
        execute("do $$ declare t text; begin for t in select logicalrelid::text from pg_dist_partition loop"
                + " perform undistribute_table(t); end loop; end $$");
    }

    private static void assertBalanced() {
        try (var database = open()) {
            var buckets = database.reads()
                    .fetch("select groupid, count(*) from generate_series(0, 63) bucket join pg_dist_placement on"
                            + " shardid = get_shard_id_for_distribution_column('accounts', bucket) group by"
                            + " groupid")
                    .getValues(1, Integer.class);
            assertThat(buckets).hasSizeGreaterThan(1);
            assertThat(Collections.max(buckets) - Collections.min(buckets)).isLessThanOrEqualTo(1);
            assertThat(database.reads().fetchValue("select to_regclass('" + BucketPlacement.TABLE + "')"))
                    .isNull();
        }
    }

    @Test
    void a_distribution_that_is_ended_at_any_moment_loses_nothing_and_can_be_repeated() throws Exception {
        try (var wallet = WalletUnderTest.on(URL)) {
            assertThat(wallet.send(debit(RUN + "-ended")).status()).isEqualTo(200);
        }
        var seed = System.nanoTime();
        var random = new Random(seed);
        try (var connection = DriverManager.getConnection(URL);
                var statement = connection.createStatement();
                var runs = Executors.newSingleThreadExecutor()) {
            for (var turn = 0; turn < 5; turn++) {
                undistributeAll();
                var rows = rows(statement);
                var run = runs.submit(CitusDatabase::distribute);
                awaitForAtMost(run, Duration.ofMillis(random.nextInt(5_000)));
                statement.execute("select pg_terminate_backend(pid) from pg_stat_activity where application_name in"
                        + " ('operatorkit-wallet-movements', 'operatorkit-wallet-maintenance')");
                assertThat(run)
                        .as("seed %d, turn %d", seed, turn)
                        .satisfiesAnyOf(
                                ended -> assertThat(ended).succeedsWithin(Duration.ofMinutes(1)),
                                ended -> assertThat(ended).failsWithin(Duration.ofMinutes(1)));
                assertThat(rows(statement)).as("seed %d, turn %d", seed, turn).isEqualTo(rows);
                await().ignoreExceptions().until(() -> {
                    CitusDatabase.distribute();
                    return true;
                });
                assertBalanced();
                assertThat(rows(statement)).as("seed %d, turn %d", seed, turn).isEqualTo(rows);
            }
        }
    }

    private static void awaitForAtMost(Future<Boolean> run, Duration time) throws Exception {
        try {
            run.get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // It is still running, as it should be in most turns.
        }
    }

    private static String rows(Statement statement) throws SQLException {
        try (var rows = statement.executeQuery("select (select count(*) || ' ' || sum(balance) from accounts),"
                + " (select count(*) || ' ' || sum(account_version) from ledger), (select count(*) from rounds)")) {
            rows.next();
            return rows.getString(1) + ", " + rows.getString(2) + ", " + rows.getString(3);
        }
    }

    @Test
    void the_rebalancer_counts_buckets_and_finds_nothing_to_move() throws Exception {
        open().close();
        var script = Files.readString(Path.of("../deploy/cluster/by-bucket-count.sql"));
        try (var connection = DriverManager.getConnection(URL);
                var statement = connection.createStatement()) {
            statement.execute(script);
            assertThat(number(
                            statement,
                            "select count(*) from pg_dist_shard where logicalrelid = 'accounts'::regclass and"
                                + " operatorkit_cluster.buckets_of_shard(shardid) <> (select count(*) from"
                                + " generate_series(0, 63) b where get_shard_id_for_distribution_column('accounts', b)"
                                + " = shardid)"))
                    .isZero();
            assertThat(number(
                            statement,
                            "select count(*) from get_rebalance_table_shards_plan(rebalance_strategy =>"
                                    + " 'by_bucket_count')"))
                    .isZero();
        }
    }

    private static int number(Statement statement, String query) throws SQLException {
        try (var rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
