package dev.operatorkit.wallet.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Holds the statements that every movement runs. Each handles a batch of any size: a parameter is a whole column of values. They
 * are plain SQL, which can be read, measured and explained directly, and go to the driver unchanged.
 *
 * <p>A separate statement takes the lock first, so no other unit can change what the later statements read. A single statement
 * that locks and writes would check for a duplicate in a snapshot older than the lock.
 *
 * <p>On a distributed database each statement also names the partition of the batch, so that one server runs all of them.
 */
final class MovementSql {
    /** Lists the columns of a round, of a posting, and of the version of an account. */
    static final String ROUND = "account_id, game_round_id, debit_id, state, opened_at";

    static final String POSTING =
            "reference, account_id, account_version, currency, amount, balance_before, balance_after, created_at";
    static final String VERSION = "account_id, version, updated_at";

    /** Locks ids until the end of the transaction: {@link Dialect#locksRowsForIds} says how. */
    final Template lockIds;

    /**
     * Locks accounts in the order of their ids, the same for every unit of work, so that no two wait for each other. What a policy needs is
     * in the same row: after a wait PostgreSQL reads the locked row again, but not a table joined to it.
     */
    final Template lockAccounts;

    /** Reads accounts without a lock. */
    final Template readAccounts;

    /** Reads what the table of accounts does not have. */
    final Template readVersions;

    /** Reads the same from accounts that are locked, also if the transaction of the caller has read before. */
    final Template lockVersions;

    /** Reads the transactions with these ids: all that a replay needs (IDM-2). */
    final Template readStored;

    /**
     * Reads the transactions with these ids, and the settlements of debits with these ids. The archive is included: an id is
     * never applied twice, however old (IDM-1).
     */
    final Template readLedger;

    /**
     * Reads the rounds with these keys, one row per key. The archive is included: a closed round stays closed, however old (D-56).
     * One statement reads both tables, so that it sees a round that is being moved in one of them. The archive is read by a
     * subquery, with one column for two, since PostgreSQL planned a join with it as a scan while it was empty. MariaDB joins it: it
     * keeps the results of a subquery by keys whose case it ignores.
     */
    final Template readRounds;

    final Template insertRounds;
    final Template insertLedger;
    final Template insertVersions;
    final Template updateVersions;

    /**
     * Closes rounds that are still open (RND-4). No condition says that the state is BET, which would let a plan made while there
     * were few open rounds use an index of all of them.
     */
    final Template closeRounds;

    /** Stores the state of the accounts after the batch, without and with the columns of {@link AccountColumns}. */
    final Template updateAccounts;

    final Template updateAccountsAndColumns;

    /** Finds one transaction by its id. */
    final Template find;

    /** Finds the entry of the operator with a reference. */
    final Template findPosting;

    final Template insertPosting;

    private final Dialect dialect;
    private final Tables tables;
    private final @Nullable String partition;

    /**
     * Names the tables.
     *
     * @param prefix the text before the names of the ledger's tables
     * @param accounts the accounts
     * @param accountId the type of their ids
     * @param idIndex the unique index of their ids
     * @param balanceScale the decimals of their balances; null if a column has no limit
     * @param columns the columns of accounts that a policy needs
     */
    record Tables(
            String prefix,
            AccountTable accounts,
            ColumnType accountId,
            String idIndex,
            @Nullable Integer balanceScale,
            @Nullable AccountColumns<?> columns) {
        ColumnType balance() {
            return accounts.amounts == AccountTable.Amounts.DECIMAL ? ColumnType.DECIMAL : ColumnType.NUMBER;
        }
    }

    /** Creates the statements; the partition is the column with its number, null for tables of one server. */
    MovementSql(Dialect dialect, Tables tables, @Nullable String partition) {
        this.dialect = dialect;
        this.tables = tables;
        this.partition = partition;
        var prefix = tables.prefix;
        lockIds = template(
                dialect.locksRowsForIds()
                        ? "select slot from " + prefix + "id_locks where slot {in number} order by slot for update"
                        : """
                        select pg_advisory_xact_lock(hash) from
                          (select distinct hashtextextended(id, 0) as hash from {rows id text} order by hash) hashes
                        """);
        var readAccounts = "select " + String.join(", ", accountColumns()) + " from " + accounts()
                + dialect.useIndex(tables.idIndex) + " where " + id() + " {in " + tables.accountId + "}"
                + inPartition("");
        this.readAccounts = template(readAccounts);
        lockAccounts = template(readAccounts + " order by " + id() + " for update");
        var readVersions = "select " + VERSION + " from " + prefix + "account_versions where account_id {in text}"
                + inPartition("");
        this.readVersions = template(readVersions);
        lockVersions = template(readVersions.replace(
                        "account_versions where", "account_versions" + dialect.useIndex("PRIMARY") + " where")
                + " for update");
        readStored = template(transactions("ledger", "transaction_id"));
        readLedger = template(String.join(
                " union all ",
                transactions("ledger", "transaction_id"),
                transactions("ledger", "reference_transaction_id"),
                transactions("ledger_archive", "transaction_id"),
                transactions("ledger_archive", "reference_transaction_id")));
        find = template(transactions("ledger", "transaction_id") + " union all "
                + transactions("ledger_archive", "transaction_id") + " limit 1");
        var archived = "%srounds_archive a%s a.account_id = w.account_id and a.game_round_id = w.game_round_id%s";
        var isJoined = dialect == Dialect.MYSQL;
        readRounds = template("""
            select w.account_id, w.game_round_id, r.debit_id, r.state,
              %s
            from {rows account_id text, game_round_id text}
            left join %srounds r on r.account_id = w.account_id and r.game_round_id = w.game_round_id%s %s
            """.formatted(
                        isJoined
                                ? "concat(a.state, ' ', a.debit_id)"
                                : "case when r.debit_id is null then (select concat(a.state, ' ', a.debit_id) from "
                                        + archived.formatted(prefix, " where", inPartition("a.")) + " limit 1) end",
                        prefix,
                        inPartition("r."),
                        isJoined ? "left join " + archived.formatted(prefix, " on", "") : ""));
        insertRounds = insert(
                "rounds", ROUND, "account_id text, game_round_id text, debit_id text, state text, opened_at time");
        insertLedger = insert("ledger", LedgerColumn.NAMES, LedgerColumn.PARAMETERS);
        findPosting = template("select " + POSTING + " from " + prefix + "postings where reference {in text}");
        insertPosting = insert(
                "postings",
                POSTING,
                "reference text, account_id text, account_version number, currency text, amount number,"
                        + " balance_before number, balance_after number, created_at time");
        insertVersions = insert("account_versions", VERSION, "account_id text, version number, updated_at time");
        updateVersions = update(
                prefix + "account_versions",
                List.of("version", "updated_at"),
                "account_id text, version number, updated_at time",
                "r.account_id = w.account_id");
        closeRounds = update(
                prefix + "rounds",
                List.of("state"),
                "account_id text, game_round_id text, state text",
                "r.account_id = w.account_id and r.game_round_id = w.game_round_id"
                        + " and r.state not in ('SETTLED', 'REVERTED')");
        updateAccounts = updateAccounts(false);
        updateAccountsAndColumns = updateAccounts(true);
    }

    private Template template(String text) {
        return new Template(dialect, text);
    }

    private String accounts() {
        return tables.accounts.table;
    }

    private String id() {
        return tables.accounts.id;
    }

    /** Lists the columns that {@link #lockAccounts} reads, in the order in which a unit of work reads them. */
    private List<String> accountColumns() {
        var accounts = tables.accounts;
        var columns = new ArrayList<String>();
        Stream.of(accounts.id, accounts.balance, accounts.currencyColumn, accounts.version, accounts.updatedAt)
                .map(column -> column == null ? "null" : column)
                .forEach(columns::add);
        if (tables.columns != null) {
            columns.addAll(tables.columns.names());
        }
        return columns;
    }

    private Template updateAccounts(boolean withColumns) {
        var accounts = tables.accounts;
        var columns = new ArrayList<String>(List.of(accounts.balance));
        var rows = new ArrayList<String>(
                List.of(id() + " " + tables.accountId, accounts.balance + " " + tables.balance()));
        if (accounts.version != null) {
            columns.add(accounts.version);
            rows.add(accounts.version + " number");
        }
        if (accounts.updatedAt != null) {
            columns.add(accounts.updatedAt);
            rows.add(accounts.updatedAt + " time");
        }
        if (withColumns && tables.columns != null) {
            tables.columns.written().forEach(written -> {
                columns.add(written.column());
                rows.add(written.column() + " " + ColumnType.of(written.type()));
            });
        }
        var balance = accounts.balance;
        // A trigger of the operator's could write another balance than the one that is answered.
        return template(dialect.counted(
                dialect.update(
                        accounts(),
                        columns,
                        "{rows " + String.join(", ", rows) + "}",
                        "r." + id() + " = w." + id() + inPartition("r.")),
                "r." + balance + " = w." + balance));
    }

    private String inPartition(String table) {
        return partition == null ? "" : " and " + table + partition + " = {partition}";
    }

    private String transactions(String table, String id) {
        return "select " + LedgerColumn.NAMES + " from " + tables.prefix + table + " where " + id + " {in text}"
                + inPartition("");
    }

    /**
     * Returns an insert. With partitions, the rows are joined to their accounts, because Citus sends an insert to one worker only if it
     * selects from a table there. It does not count its rows, which would take another task: an account that is missing is noticed by
     * the update of the accounts.
     */
    private Template insert(String table, String columns, String rows) {
        var values = Stream.of(columns.split(", ")).map(column -> "w." + column).collect(Collectors.joining(", "));
        if (partition != null) {
            return template("insert into " + tables.prefix + table + " (" + partition + ", " + columns
                    + ") select owner."
                    + partition + ", " + values + " from " + accounts() + " owner join {rows " + rows + "} on owner."
                    + id() + " = w.account_id where true" + inPartition("owner."));
        }
        return template(dialect.counted("insert into " + tables.prefix + table + " (" + columns + ") select " + values
                + " from {rows " + rows + "}"));
    }

    private Template update(String table, List<String> columns, String rows, String condition) {
        return template(
                dialect.counted(dialect.update(table, columns, "{rows " + rows + "}", condition + inPartition("r."))));
    }
}
