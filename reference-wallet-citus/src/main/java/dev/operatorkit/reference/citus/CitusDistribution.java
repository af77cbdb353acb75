package dev.operatorkit.reference.citus;

import dev.operatorkit.reference.database.CheckSession;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Distribution;
import dev.operatorkit.reference.database.Partitions;
import dev.operatorkit.reference.database.Servers;
import dev.operatorkit.wallet.AccountBuckets;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;

/**
 * Supports Citus: each row of an account has a bucket, and the rows of a bucket are on one worker in all tables
 * (docs/decisions/0053-only-a-distributed-database-has-buckets.md).
 */
public final class CitusDistribution implements Distribution {
    /** The 64 buckets, which the database computes as {@link AccountBuckets} does. */
    static final Partitions BUCKETS = new Partitions(
            AccountBuckets.COUNT,
            AccountBuckets::bucketOf,
            "get_byte(sha256(convert_to(%s, 'UTF8')), 0) & " + (AccountBuckets.COUNT - 1));

    /** Creates the support, for {@link java.util.ServiceLoader}. */
    public CitusDistribution() {}

    /**
     * Refuses a worker, which accepts most statements: unknown ids are locked on the coordinator, and a session on a worker would not see
     * these locks (T11, T30).
     */
    @Override
    public void requireUsable(DSLContext sql) {
        if (hasCitus(sql) && exists(sql, "select 1 from pg_dist_local_group where groupid <> 0")) {
            throw new IllegalStateException(
                    "This database is a worker of Citus, so nothing was changed. Give the URL of"
                            + " the coordinator with --db.");
        }
    }

    @Override
    public Optional<Partitions> partitions(DSLContext sql) {
        return isDistributed(sql) ? Optional.of(BUCKETS) : Optional.empty();
    }

    @Override
    public Servers watch(Database database) {
        var hasWorkers = database.partitions() != null
                && exists(database.reads(), "select 1 where to_regclass('pg_dist_placement') is not null");
        return hasWorkers ? Workers.start(database) : Servers.ONE;
    }

    @Override
    public boolean distribute(Database.Address address) {
        if (!address.isRemote()) {
            throw new IllegalStateException("H2 cannot be distributed. Give the URL of a Citus coordinator with --db.");
        }
        try (var database = Database.openToDistribute(address, new InProgress())) {
            return new BucketTables(database).distribute();
        }
    }

    /** Accepts tables however they are distributed, so that {@link BucketTables} can add what is missing. */
    private static final class InProgress implements Distribution {
        /** Refuses what cannot be distributed, before any migration. */
        @Override
        public void requireUsable(DSLContext sql) {
            new CitusDistribution().requireUsable(sql);
            requireCitus(sql);
            if (placements(sql).size() < BucketTables.ALL.size()) {
                requireNoWallet(sql);
            }
        }

        @Override
        public Optional<Partitions> partitions(DSLContext sql) {
            return Distribution.hasPartitions(sql) ? Optional.of(BUCKETS) : Optional.empty();
        }
    }

    private static void requireCitus(DSLContext sql) {
        if (!hasCitus(sql)) {
            throw new IllegalStateException("The database has no extension citus, so nothing was changed. Run `create"
                    + " extension citus` in the database of a Citus coordinator, and add the workers.");
        }
        if (!exists(sql, "select 1 from pg_dist_node where isactive and shouldhaveshards")) {
            throw new IllegalStateException("The coordinator knows no worker, so nothing was changed. Add them with"
                    + " `select citus_add_node('HOST', PORT)`.");
        }
    }

    /** Refuses while a wallet runs, whose check keeps a session: it would go on with statements without buckets. */
    static void requireNoWallet(DSLContext sql) {
        var sessions = sql.fetch("select distinct coalesce(client_addr::text, 'this machine') from pg_stat_activity"
                        + " where datname = current_database() and application_name like '" + CheckSession.NAME
                        + "%'")
                .getValues(0, String.class);
        if (!sessions.isEmpty()) {
            throw new IllegalStateException("A wallet on " + String.join(", ", sessions)
                    + " uses the database, so nothing was changed. Stop all wallets first.");
        }
    }

    private static boolean exists(DSLContext sql, String query) {
        return !sql.fetch(query).isEmpty();
    }

    private static boolean hasCitus(DSLContext sql) {
        return sql.dialect() != SQLDialect.H2 && exists(sql, "select 1 from pg_extension where extname = 'citus'");
    }

    /**
     * Returns true if the tables have buckets.
     *
     * @throws IllegalStateException if they are not distributed as {@link BucketTables} does it
     */
    static boolean isDistributed(DSLContext sql) {
        var bucketed = Distribution.hasPartitions(sql);
        if (!hasCitus(sql)) {
            return bucketed;
        }
        var placements = placements(sql);
        if (placements.isEmpty() && !bucketed) {
            return false;
        }
        var first = placements.get(BucketTables.FIRST);
        var wrong = new ArrayList<String>();
        for (var table : BucketTables.ALL) {
            var placement = placements.get(table.name());
            if (placement == null) {
                wrong.add(table.name() + " is not distributed");
            } else if (!Partitions.COLUMN.equals(placement.column())) {
                wrong.add(table.name() + " is distributed by " + placement.column());
            } else if (!placement.equals(first)) {
                wrong.add(table.name() + " is not colocated with " + BucketTables.FIRST);
            }
        }
        if (!wrong.isEmpty()) {
            throw new IllegalStateException("The tables are not distributed by bucket and colocated: "
                    + String.join(", ", wrong)
                    + ". Undistribute what is distributed in another way, and run `bin/wallet distribute`.");
        }
        return true;
    }

    /** Holds where the rows of a table are: tables with equal values have the rows of a bucket on the same worker. */
    record Placement(String column, int colocation) {}

    /** Returns the placement of each table that is distributed. */
    static Map<String, Placement> placements(DSLContext sql) {
        return sql
                .fetch("select p.logicalrelid::text, coalesce(column_to_column_name(p.logicalrelid, p.partkey), 'no"
                        + " column'), p.colocationid from pg_dist_partition p")
                .stream()
                .filter(row ->
                        BucketTables.ALL.stream().anyMatch(table -> table.name().equals(row.get(0, String.class))))
                .collect(Collectors.toMap(
                        row -> row.get(0, String.class),
                        row -> new Placement(row.get(1, String.class), row.get(2, Integer.class))));
    }
}
