package dev.operatorkit.reference.store;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Distributes the tables of accounts over the workers of a Citus database: each row gets the bucket of its account, each
 * key begins with it, and the rows of a bucket are on one worker in all tables. Everything else stays on the coordinator.
 *
 * <p>One transaction does all of it, so that the database has either buckets everywhere and keys that hold within them,
 * or none (docs/decisions/0053-only-a-distributed-database-has-buckets.md).
 */
public final class Distribution {
    private static final Logger LOG = LoggerFactory.getLogger(Distribution.class);
    private static final String FIRST = "accounts";
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /** Lists the tables in the order in which they are distributed, the one that the others follow first. */
    private static final List<Table> TABLES = List.of(
            new Table(FIRST, "id", "id", List.of()),
            new Table("ledger", "account_id", "transaction_id", ledgerKeys("ledger")),
            new Table("ledger_archive", "account_id", "transaction_id", ledgerKeys("ledger_archive")),
            new Table("rounds", "account_id", "account_id, game_round_id", List.of()),
            // Without a key, a row can move to another worker during use only if all of its columns identify it.
            new Table("rounds_archive", "account_id", "", List.of("alter table rounds_archive replica identity full")),
            new Table("adjustments", "account_id", "account_id, account_version", List.of()),
            new Table("adjustment_references", "account_id", "reference", List.of()),
            new Table("limit_changes", "account_id", "account_id, change_number", List.of()));

    private Distribution() {}

    /**
     * Holds what distinguishes a table.
     *
     * @param account the column with the account id
     * @param key the columns of the primary key, without the bucket; empty if it has none
     * @param others the statements that create the other unique indexes, or do without
     */
    private record Table(String name, String account, String key, List<String> others) {
        private String bucket() {
            return Buckets.EXPRESSION.formatted(account);
        }
    }

    private static List<String> ledgerKeys(String table) {
        return List.of(
                "create unique index " + table + "_chain on " + table + " (bucket, account_id, account_version)",
                "create unique index " + table + "_one_settlement on " + table
                        + " (bucket, reference_transaction_id) where reference_transaction_id is not null");
    }

    /**
     * Distributes the tables that are not distributed yet. Returns true if there was anything to do.
     *
     * @throws IllegalStateException if the database cannot distribute them, one is distributed in another way, or somebody uses it
     */
    public static boolean distribute(Database database) {
        requireRemote(database.isRemote());
        var sql = database.writes();
        requireCitus(sql);
        var distributed = false;
        if (!isDistributed(sql)) {
            requireNoWallet(sql);
            try (var connection = database.movements().getConnection()) {
                connection.setNetworkTimeout(Runnable::run, 0);
                distributed = distributeMissing(DSL.using(connection, sql.dialect(), sql.settings()), sql);
                connection.commit();
            } catch (SQLException e) {
                // A commit whose response is lost may have been done.
                throw new IllegalStateException(
                        "It is unknown whether the tables were distributed: " + e.getMessage()
                                + ". Run `bin/wallet distribute` again. It does only what is missing.",
                        e);
            }
        }
        tidy(sql); // also after an earlier run that was ended after its commit
        return distributed;
    }

    /**
     * Returns false if another session did it while this one waited for the tables.
     *
     * @param beside runs each statement in a transaction of its own, before anything is changed
     */
    private static boolean distributeMissing(DSLContext sql, DSLContext beside) {
        sql.execute("set local statement_timeout = 0");
        sql.execute("set local idle_in_transaction_session_timeout = 0");
        sql.execute("set local plan_cache_mode = auto");
        sql.execute("set local citus.multi_shard_modify_mode = 'sequential'");
        sql.execute("set local " + BucketPlacement.ONE_COPY);
        lockTables(sql);
        requireNoWallet(sql); // one may have started meanwhile
        if (isDistributed(sql)) {
            return false;
        }
        var present = placements(sql);
        if (!present.containsKey(FIRST)) {
            BucketPlacement.create(beside);
        }
        addBuckets(sql);
        for (var table : TABLES) {
            if (!present.containsKey(table.name())) {
                sql.fetch(
                        "select create_distributed_table({0}, 'bucket', colocate_with => {1})",
                        DSL.inline(table.name()),
                        DSL.inline(table.name().equals(FIRST) ? BucketPlacement.TABLE : FIRST));
            }
        }
        check(sql);
        return true;
    }

    private static boolean isDistributed(DSLContext sql) {
        return placements(sql).size() == TABLES.size() && check(sql);
    }

    /** Waits a second for the tables, and then keeps everybody else from them until the end of the transaction. */
    private static void lockTables(DSLContext sql) {
        try {
            sql.execute("lock table " + TABLES.stream().map(Table::name).collect(Collectors.joining(", "))
                    + " in access exclusive mode");
        } catch (DataAccessException e) {
            if (!LOCK_NOT_AVAILABLE.equals(e.sqlState())) {
                throw e;
            }
            throw new IllegalStateException(
                    "Another session uses the tables, so nothing was changed. Run it again once no audit,"
                            + " archiving, backup or other `bin/wallet distribute` runs.",
                    e);
        }
    }

    /** Removes what is left behind. A failure here changes nothing of what is distributed, so it does not fail the command. */
    private static void tidy(DSLContext sql) {
        try {
            truncateLocalRows(sql);
            BucketPlacement.drop(sql);
        } catch (DataAccessException e) {
            LOG.warn(
                    "The tables are distributed, but what is left behind was not removed. Run `bin/wallet distribute`"
                            + " again",
                    e);
        }
    }

    /** Deletes the rows that stay behind on the coordinator, which are invisible and take room. */
    private static void truncateLocalRows(DSLContext sql) {
        for (var table : TABLES) {
            sql.fetch(
                    "select truncate_local_data_after_distributing_table({0}) where pg_relation_size({0}) > 0",
                    DSL.inline(table.name()));
        }
    }

    static void requireRemote(boolean remote) {
        if (!remote) {
            throw new IllegalStateException("H2 cannot be distributed. Give the URL of a Citus coordinator with --db.");
        }
    }

    /** Refuses what {@link #distribute} would refuse, before any migration. */
    static void requireReady(DSLContext sql) {
        requireNoWorker(sql);
        requireCitus(sql);
        if (placements(sql).size() < TABLES.size()) {
            requireNoWallet(sql);
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

    /**
     * Refuses a worker, which accepts most statements: unknown ids are locked on the coordinator, and a session on a worker would not see
     * these locks (T11, T30).
     */
    static void requireNoWorker(DSLContext sql) {
        if (sql.dialect() != SQLDialect.H2
                && hasCitus(sql)
                && exists(sql, "select 1 from pg_dist_local_group where groupid <> 0")) {
            throw new IllegalStateException(
                    "This database is a worker of Citus, so nothing was changed. Give the URL of"
                            + " the coordinator with --db.");
        }
    }

    /** Refuses while a wallet runs, whose check has a session of its own: it would go on with statements without buckets. */
    private static void requireNoWallet(DSLContext sql) {
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
        return exists(sql, "select 1 from pg_extension where extname = 'citus'");
    }

    /** Gives each row its bucket and each key the bucket as its first column, in the transaction of this context. */
    static void addBuckets(DSLContext sql) {
        if (hasBucketColumns(sql)) {
            return;
        }
        for (var table : TABLES) {
            dropKeys(sql, table);
            sql.execute("alter table " + table.name() + " add column bucket integer");
            // One pass that writes the table anew; an update would leave as many dead rows.
            sql.execute("alter table " + table.name() + " alter column bucket type integer using " + table.bucket());
            sql.execute("alter table " + table.name() + " alter column bucket set not null, add constraint "
                    + table.name()
                    + "_bucket check (bucket = " + table.bucket() + ")"
                    + (table.key().isEmpty()
                            ? ""
                            : ", add constraint " + table.name() + "_pk primary key (bucket, " + table.key() + ")"));
            table.others().forEach(sql::execute);
        }
    }

    /** Drops the unique keys, whose names in the archive the server has chosen. */
    private static void dropKeys(DSLContext sql, Table table) {
        var keys = sql.fetch(
                "select i.indexrelid::regclass::text, c.conname from pg_index i"
                        + " left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')"
                        + " where i.indisunique and i.indrelid = {0}::regclass",
                DSL.inline(table.name()));
        for (var key : keys) {
            var constraint = key.get(1, String.class);
            sql.execute(
                    constraint == null
                            ? "drop index " + key.get(0, String.class)
                            : "alter table " + table.name() + " drop constraint " + constraint);
        }
    }

    /** Returns true if the database knows where its buckets are. */
    static boolean hasPlacement(DSLContext sql) {
        return exists(sql, "select 1 where to_regclass('pg_dist_placement') is not null");
    }

    static boolean hasBucketColumns(DSLContext sql) {
        return exists(
                sql,
                "select 1 from pg_attribute where attrelid = '" + FIRST
                        + "'::regclass and attname = 'bucket' and not attisdropped");
    }

    /**
     * Returns true if the tables have buckets.
     *
     * @throws IllegalStateException if they are not distributed as {@link #distribute} does it
     */
    static boolean check(DSLContext sql) {
        var bucketed = hasBucketColumns(sql);
        if (!hasCitus(sql)) {
            return bucketed;
        }
        var placements = placements(sql);
        if (placements.isEmpty() && !bucketed) {
            return false;
        }
        var first = placements.get(FIRST);
        var wrong = new ArrayList<String>();
        for (var table : TABLES) {
            var placement = placements.get(table.name());
            if (placement == null) {
                wrong.add(table.name() + " is not distributed");
            } else if (!"bucket".equals(placement.column())) {
                wrong.add(table.name() + " is distributed by " + placement.column());
            } else if (!placement.equals(first)) {
                wrong.add(table.name() + " is not colocated with " + FIRST);
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
    private record Placement(String column, int colocation) {
        static Placement of(Record row) {
            return new Placement(row.get(1, String.class), row.get(2, Integer.class));
        }
    }

    private static Map<String, Placement> placements(DSLContext sql) {
        return sql
                .fetch("select p.logicalrelid::text, coalesce(column_to_column_name(p.logicalrelid, p.partkey), 'no"
                        + " column'), p.colocationid from pg_dist_partition p")
                .stream()
                .filter(row -> TABLES.stream().anyMatch(table -> table.name().equals(row.get(0, String.class))))
                .collect(Collectors.toMap(row -> row.get(0, String.class), Placement::of));
    }
}
