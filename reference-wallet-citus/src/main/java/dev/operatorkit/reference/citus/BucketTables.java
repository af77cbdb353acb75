package dev.operatorkit.reference.citus;

import static org.jooq.impl.DSL.inline;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Distribution;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Distributes the tables of accounts: each row gets the bucket of its account, and each key begins with it. Everything else stays on the
 * coordinator. One transaction does all of it, so that the database has either buckets everywhere and keys that hold within them, or none.
 *
 * @param database the database of the coordinator
 */
record BucketTables(Database database) {
    /** Names the table that the others follow. */
    static final String FIRST = "accounts";

    /** Lists the tables in the order in which they are distributed. */
    static final List<Table> ALL = List.of(
            new Table(FIRST, "id", "id", List.of()),
            new Table("ledger", "account_id", "transaction_id", ledgerKeys("ledger")),
            new Table("ledger_archive", "account_id", "transaction_id", ledgerKeys("ledger_archive")),
            new Table("rounds", "account_id", "account_id, game_round_id", List.of()),
            // Without a key, a row can move to another worker during use only if all of its columns identify it.
            new Table("rounds_archive", "account_id", "", List.of("alter table rounds_archive replica identity full")),
            new Table("adjustments", "account_id", "account_id, account_version", List.of()),
            new Table("adjustment_references", "account_id", "reference", List.of()));

    private static final Logger LOG = LoggerFactory.getLogger(BucketTables.class);
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    /**
     * Holds what distinguishes a table.
     *
     * @param account the column with the account id
     * @param key the columns of the primary key, without the bucket; empty if it has none
     * @param others the statements that create the other unique indexes, or do without
     */
    record Table(String name, String account, String key, List<String> others) {
        private String bucket() {
            return CitusDistribution.BUCKETS.expression().formatted(account);
        }
    }

    private static List<String> ledgerKeys(String table) {
        return List.of(
                "create unique index " + table + "_chain on " + table + " (bucket, account_id, account_version)",
                "create unique index " + table + "_one_settlement on " + table
                        + " (bucket, reference_transaction_id) where reference_transaction_id is not null");
    }

    /** Distributes the tables that are not distributed yet. Returns true if there was anything to do. */
    boolean distribute() {
        var sql = database.writes();
        var distributed = false;
        if (!isComplete(sql)) {
            CitusDistribution.requireNoWallet(sql);
            try (var connection = database.movements().getConnection()) {
                connection.setNetworkTimeout(Runnable::run, 0);
                distributed = distributeMissing(database.on(connection), sql);
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
     * @param committing commits each statement, before anything is changed
     */
    private static boolean distributeMissing(DSLContext sql, DSLContext committing) {
        sql.execute("set local statement_timeout = 0");
        sql.execute("set local idle_in_transaction_session_timeout = 0");
        sql.execute("set local plan_cache_mode = auto");
        sql.execute("set local citus.multi_shard_modify_mode = 'sequential'");
        sql.execute("set local " + BucketPlacement.ONE_COPY);
        lockTables(sql);
        CitusDistribution.requireNoWallet(sql); // one may have started meanwhile
        if (isComplete(sql)) {
            return false;
        }
        var present = CitusDistribution.placements(sql);
        if (!present.containsKey(FIRST)) {
            BucketPlacement.create(committing);
        }
        addBuckets(sql);
        for (var table : ALL) {
            if (!present.containsKey(table.name())) {
                sql.fetch(
                        "select create_distributed_table({0}, 'bucket', colocate_with => {1})",
                        inline(table.name()), inline(table.name().equals(FIRST) ? BucketPlacement.TABLE : FIRST));
            }
        }
        CitusDistribution.isDistributed(sql);
        return true;
    }

    private static boolean isComplete(DSLContext sql) {
        return CitusDistribution.placements(sql).size() == ALL.size() && CitusDistribution.isDistributed(sql);
    }

    /** Waits a second for the tables, and then keeps everybody else from them until the end of the transaction. */
    private static void lockTables(DSLContext sql) {
        try {
            sql.execute("lock table " + ALL.stream().map(Table::name).collect(Collectors.joining(", "))
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

    /** Gives each row its bucket and each key the bucket as its first column, in the transaction of this context. */
    static void addBuckets(DSLContext sql) {
        if (Distribution.hasPartitions(sql)) {
            return;
        }
        for (var table : ALL) {
            dropKeys(sql, table.name());
            var alter = "alter table " + table.name();
            sql.execute(alter + " add column bucket integer");
            // One pass that writes the table anew; an update would leave as many dead rows.
            sql.execute(alter + " alter column bucket type integer using " + table.bucket());
            sql.execute(alter + " alter column bucket set not null, add constraint " + table.name()
                    + "_bucket check (bucket = " + table.bucket() + ")");
            if (!table.key().isEmpty()) {
                sql.execute(
                        alter + " add constraint " + table.name() + "_pk primary key (bucket, " + table.key() + ")");
            }
            table.others().forEach(sql::execute);
        }
    }

    /** Drops the unique keys, whose names in the archive the server has chosen. */
    private static void dropKeys(DSLContext sql, String table) {
        var keys = sql.fetch(
                "select i.indexrelid::regclass::text, c.conname from pg_index i"
                        + " left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')"
                        + " where i.indisunique and i.indrelid = {0}::regclass",
                inline(table));
        for (var key : keys) {
            var constraint = key.get(1, String.class);
            sql.execute(
                    constraint == null
                            ? "drop index " + key.get(0, String.class)
                            : "alter table " + table + " drop constraint " + constraint);
        }
    }

    /** Removes what is left behind. A failure here changes nothing of what is distributed, so it does not fail the command. */
    private static void tidy(DSLContext sql) {
        try {
            for (var table : ALL) {
                // Rows that stay behind on the coordinator are invisible and take room.
                sql.fetch(
                        "select truncate_local_data_after_distributing_table({0}) where pg_relation_size({0}) > 0",
                        inline(table.name()));
            }
            BucketPlacement.drop(sql);
        } catch (DataAccessException e) {
            LOG.warn(
                    "The tables are distributed, but what is left behind was not removed. Run `bin/wallet distribute`"
                            + " again",
                    e);
        }
    }
}
