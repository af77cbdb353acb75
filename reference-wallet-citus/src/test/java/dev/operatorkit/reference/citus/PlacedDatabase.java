package dev.operatorkit.reference.citus;

import dev.operatorkit.wallet.AccountBuckets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Creates a PostgreSQL that stands for a coordinator with two workers: the catalog says that the buckets below 40, with player-1 and
 * player-2, are on one and the others on the other, and the accounts of each are in a separate table. While a session locks such a table, its worker hangs.
 */
final class PlacedDatabase {
    static final String LOW = "low:5432";
    static final String HIGH = "high:5432";

    private PlacedDatabase() {}

    static String freshUrl() throws SQLException {
        var url = BucketedDatabase.freshUrl();
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            // A generic plan locks the partitions of all workers, which no plan of Citus does.
            statement.execute("alter database " + connection.getCatalog() + " set plan_cache_mode = force_custom_plan");
            statement.execute("alter table accounts rename to accounts_before");
            statement.execute("create table accounts (like accounts_before including all) partition by list (bucket)");
            statement.execute("create table pg_dist_placement (shardid bigint, groupid integer)");
            statement.execute(
                    "create table pg_dist_node (groupid integer, nodename text, nodeport integer, noderole text)");
            statement.execute("create function get_shard_id_for_distribution_column(regclass, integer) returns bigint"
                    + " language sql immutable as 'select ($2 / 40)::bigint'");
            for (var worker = 0; worker < 2; worker++) {
                var name = worker == 0 ? "low" : "high";
                statement.execute("create table accounts_" + name + " partition of accounts for values in ("
                        + buckets(worker) + ")");
                statement.execute("insert into pg_dist_placement values (" + worker + ", " + worker + ")");
                statement.execute("insert into pg_dist_node values (" + worker + ", '" + name + "', 5432, 'primary')");
            }
        }
        return url;
    }

    private static String buckets(int worker) {
        return IntStream.range(0, AccountBuckets.COUNT)
                .filter(bucket -> bucket / 40 == worker)
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
    }

    /** Lets workers hang until the connection is closed. */
    static Connection hang(String url, String... workers) throws SQLException {
        var holder = DriverManager.getConnection(url);
        holder.setAutoCommit(false);
        try (var statement = holder.createStatement()) {
            for (var worker : workers) {
                statement.execute("lock table accounts_" + worker.split(":", 2)[0] + " in access exclusive mode");
            }
        }
        return holder;
    }

    /** Runs a statement, for example one that moves buckets. */
    static void execute(String url, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
