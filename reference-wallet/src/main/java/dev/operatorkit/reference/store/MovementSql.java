package dev.operatorkit.reference.store;

import dev.operatorkit.reference.database.Partitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Holds the statements that every movement runs, for both databases. Each handles a batch of any size: a parameter is a whole
 * column of values. They are plain SQL, which can be read, measured and explained directly, and go to the driver unchanged: having
 * jOOQ render them for every batch took half of the CPU time of a debit. A test proves that PostgreSQL scans for none of them.
 *
 * <p>A separate statement takes the lock first, so no other unit can change what the later statements read. A single statement
 * that locks and writes would check for a duplicate in a snapshot older than the lock.
 *
 * <p>On a distributed database each statement also names the partition of the batch, so that one server runs all of them.
 */
final class MovementSql {
    /** Sets the isolation level of a transaction that locks no account; must be its first statement. */
    static final String READ_COMMITTED = "set transaction isolation level read committed";

    /** Holds the statements for tables of one server. */
    static final MovementSql PLAIN = new MovementSql(false);

    /** Holds the statements for tables with partitions. */
    static final MovementSql PARTITIONED = new MovementSql(true);

    /**
     * Locks ids until the end of the transaction, on PostgreSQL only: H2 has one writer. No index covers a rollback of an unknown
     * debit and a debit of another account under the id that it refers to, and their units lock different accounts (D-25, D-52).
     */
    final Statement lockIds = Statement.of("""
        select pg_advisory_xact_lock(hash) from
          (select distinct hashtextextended(id, 0) as hash from unnest(:texts) as w (id) order by hash) hashes
        """);

    /**
     * Locks accounts in the order of their ids, the same for every unit of work, so that no two wait for each other. The limits are
     * in the same row: after a wait PostgreSQL reads the locked row again, but not a table joined to it.
     */
    final Statement lockAccounts;

    /** Reads the transactions with these ids: all that a replay needs (IDM-2). */
    final Statement readStored;

    /**
     * Reads the transactions with these ids, and the settlements of debits with these ids. The archive is included: an id is
     * never applied twice, however old (IDM-1).
     */
    final Statement readLedger;

    /**
     * Reads the rounds with these keys, one row per key. The archive is included: a closed round stays closed, however old (D-56).
     * One statement reads both tables, so that it sees a round that is being moved in one of them. The archive is read by a
     * subquery, with one column for two, since a join with it was planned as a scan while it was empty.
     */
    final Statement readRounds;

    final Write insertRounds;
    final Write insertLedger;

    /**
     * Closes rounds that are still open (RND-4). No condition says that the state is BET, which would let a plan made while there
     * were few open rounds use an index of all of them.
     */
    final Write closeRounds;

    /** Stores the state of the accounts after the batch, none of which has limits. */
    final Write updateAccounts;

    /** Stores the state of the accounts after the batch, with the totals of those that have limits. */
    final Write updateLimitedAccounts;

    private final boolean partitioned;

    private MovementSql(boolean partitioned) {
        this.partitioned = partitioned;
        lockAccounts = Statement.of("select id, currency, balance, version, updated_at, " + LimitColumns.NAMES
                + " from accounts where id = any(:texts)" + inPartition("") + " order by id for update");
        readStored = Statement.of(transactions("ledger", "transaction_id"));
        readLedger = Statement.of(String.join(
                " union all ",
                transactions("ledger", "transaction_id"),
                transactions("ledger", "reference_transaction_id"),
                transactions("ledger_archive", "transaction_id"),
                transactions("ledger_archive", "reference_transaction_id")));
        readRounds = Statement.of("""
            select w.account_id, w.game_round_id, r.debit_id, r.state,
              case when r.debit_id is null then (select a.state || ' ' || a.debit_id from rounds_archive a
                where a.account_id = w.account_id and a.game_round_id = w.game_round_id%s limit 1) end
            from unnest(:texts, :texts) as w (account_id, game_round_id)
            left join rounds r on r.account_id = w.account_id and r.game_round_id = w.game_round_id%s
            """.formatted(inPartition("a."), inPartition("r.")));
        insertRounds = insert(
                "rounds",
                "account_id, game_round_id, debit_id, state, opened_at",
                "w.account_id, w.game_round_id, w.debit_id, w.state, cast(w.opened_at as timestamp with time zone)",
                ":texts, :texts, :texts, :texts, :texts");
        insertLedger = insert("ledger", LedgerColumn.NAMES, LedgerColumn.INSERTED, LedgerColumn.PARAMETERS);
        closeRounds = update("""
            merge into rounds r
            using (select account_id, game_round_id, state from unnest(:texts, :texts, :texts)
              as u (account_id, game_round_id, state)) w
            on r.account_id = w.account_id and r.game_round_id = w.game_round_id
            when matched and r.state = 'BET' then update set state = w.state
            """, """
                update rounds r set state = w.state
                from unnest(:texts, :texts, :texts) as w (account_id, game_round_id, state)
                where r.account_id = w.account_id and r.game_round_id = w.game_round_id
                  and r.state not in ('SETTLED', 'REVERTED')
                """ + inPartition("r."));
        updateAccounts = update("""
            merge into accounts a
            using (select id, balance, version, updated_at from unnest(:texts, :longs, :longs, :texts)
              as u (id, balance, version, updated_at)) w
            on a.id = w.id
            when matched then update set balance = w.balance, version = w.version,
              updated_at = cast(w.updated_at as timestamp with time zone)
            """, """
                update accounts a set balance = w.balance, version = w.version,
                  updated_at = cast(w.updated_at as timestamp with time zone)
                from unnest(:texts, :longs, :longs, :times) as w (id, balance, version, updated_at)
                where a.id = w.id
                """ + inPartition("a."));
        updateLimitedAccounts = update("""
            merge into accounts a
            using (select id, balance, version, updated_at, limits_day, day_staked, day_lost
              from unnest(:texts, :longs, :longs, :texts, :texts, :longs, :longs)
              as u (id, balance, version, updated_at, limits_day, day_staked, day_lost)) w
            on a.id = w.id
            when matched then update set balance = w.balance, version = w.version,
              updated_at = cast(w.updated_at as timestamp with time zone),
              limits_day = cast(w.limits_day as date), day_staked = w.day_staked, day_lost = w.day_lost
            """, """
                update accounts a set balance = w.balance, version = w.version,
                  updated_at = cast(w.updated_at as timestamp with time zone),
                  limits_day = cast(w.limits_day as date), day_staked = w.day_staked, day_lost = w.day_lost
                from unnest(:texts, :longs, :longs, :times, :days, :longs, :longs)
                  as w (id, balance, version, updated_at, limits_day, day_staked, day_lost)
                where a.id = w.id
                """ + inPartition("a."));
    }

    private String inPartition(String table) {
        return partitioned ? " and " + table + Partitions.COLUMN + " = :partition" : "";
    }

    private String transactions(String table, String id) {
        return "select " + LedgerColumn.NAMES + " from " + table + " where " + id + " = any(:texts)" + inPartition("");
    }

    /**
     * Returns an insert. With partitions, the rows are joined to their accounts, because Citus sends an insert to one worker only if it
     * selects from a table there. It does not count its rows, which would take another task: an account that is missing is noticed by
     * the update of the accounts.
     */
    private Write insert(String table, String columns, String values, String parameters) {
        var rows = "unnest(" + parameters + ") as w (" + columns + ")";
        if (partitioned) {
            var statement = "insert into " + table + " (" + Partitions.COLUMN + ", " + columns + ") select owner."
                    + Partitions.COLUMN + ", " + values
                    + " from accounts owner join " + rows
                    + " on owner.id = w.account_id where true" + inPartition("owner.");
            return new Write(Statement.of(statement), Statement.of(statement), false);
        }
        var statement = "insert into " + table + " (" + columns + ") select " + values + " from " + rows;
        return new Write(Statement.of(statement), Statement.of(counted(statement)), true);
    }

    /** Returns an update. With partitions, texts become times before the rows are joined: Citus refuses to do it for each row. */
    private Write update(String onH2, String onPostgres) {
        var statement = partitioned
                ? onPostgres
                        .replace("cast(w.updated_at as timestamp with time zone)", "w.updated_at")
                        .replace("cast(w.limits_day as date)", "w.limits_day")
                : onPostgres.replace(":times", ":texts").replace(":days", ":texts");
        return new Write(Statement.of(onH2), Statement.of(counted(statement)), true);
    }

    private static String counted(String statement) {
        return "with written as (" + statement.strip() + " returning 1)"
                + " select 1 / cast(count(*) = :rows as integer) from written";
    }

    /**
     * Holds the two forms of a statement that writes. On H2 the caller compares the number of rows. PostgreSQL does it itself,
     * with one more parameter, the expected number: any other number divides by zero, which ends the transaction before its
     * commit.
     *
     * @param isCounted true if the form for PostgreSQL has that parameter
     */
    record Write(Statement onH2, Statement onPostgres, boolean isCounted) {}

    /**
     * Holds a statement and the places of the partition among its parameters.
     *
     * @param text the text with a question mark for each parameter
     * @param partitionPlaces true for each parameter that is the partition
     */
    record Statement(String text, List<Boolean> partitionPlaces) {
        private static final Pattern PARAMETER = Pattern.compile(":(texts|longs|bytes|times|days|partition|rows)\\b");

        /** Replaces the parameters by casts, those to array types in the only spelling that both databases accept. */
        private static Statement of(String template) {
            var places = new ArrayList<Boolean>();
            var text = PARAMETER.matcher(template.strip()).replaceAll(parameter -> {
                places.add("partition".equals(parameter.group(1)));
                return switch (parameter.group(1)) {
                    case "texts" -> "cast(? as varchar array)";
                    case "longs" -> "cast(? as bigint array)";
                    case "bytes" -> "cast(? as bytea array)";
                    case "times" -> "cast(? as timestamp with time zone array)";
                    case "days" -> "cast(? as date array)";
                    case "partition" -> "cast(? as integer)";
                    default -> "?";
                };
            });
            return new Statement(text, List.copyOf(places));
        }

        /** Returns the parameters in their order: the partition wherever the statement names it, and the others in between. */
        Object[] parameters(@Nullable Integer partition, Object... others) {
            if (!partitionPlaces.contains(true)) {
                return others;
            }
            var named = Objects.requireNonNull(partition, "a statement that names the partition was given none");
            var all = new Object[partitionPlaces.size()];
            for (int place = 0, next = 0; place < all.length; place++) {
                all[place] = partitionPlaces.get(place) ? named : others[next++];
            }
            return all;
        }
    }
}
