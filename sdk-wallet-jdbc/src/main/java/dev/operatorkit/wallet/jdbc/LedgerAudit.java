package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.wallet.Round;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Audits the ledger with SQL only, independently of the code that moves money. Each check is an invariant with a query for its violations.
 *
 * <pre>{@code
 * boolean balances = LedgerAudit.of(store).run(dataSource).stream().allMatch(Finding::holds);
 * }</pre>
 *
 * <p>Immutable. A run reads one snapshot, so that a running wallet causes no false violations.
 */
public final class LedgerAudit {
    private static final int MAX_EXAMPLES = 5;
    private static final int FETCHED_AT_ONCE = 1_000;
    private static final Pattern TABLE = Pattern.compile("\\{(\\w+)}");
    private static final List<String> WITH_ROUNDS = List.of("ledger", "ledger_archive", "rounds", "rounds_archive");

    /** Selects what is stored of a round, damaged or not. */
    private static final List<Check> KNOWN_ROUND = WITH_ROUNDS.stream()
            .map(table -> new Check(Ids.TRANSACTIONS, "", "select t.account_id from {" + table + "} t"))
            .toList();

    private static final List<Check> KNOWN_ACCOUNT = Stream.concat(
                    Stream.of(new Check(Ids.ACCOUNTS, "", "select a.id from {accounts} a")), KNOWN_ROUND.stream())
            .toList();

    private final JdbcWalletStore store;
    private final String postings;
    private final List<Check> checks;

    private LedgerAudit(JdbcWalletStore store, String postings, List<Check> checks) {
        this.store = store;
        this.postings = postings;
        this.checks = checks;
    }

    /** Audits the tables of a store. */
    public static LedgerAudit of(JdbcWalletStore store) {
        var audit = new LedgerAudit(store, store.rows().tables().prefix() + "postings", LedgerChecks.ALL);
        return store.table().isIncomplete() ? audit.with(List.of(LedgerChecks.VERSIONS)) : audit;
    }

    /**
     * Names another table with what the operator moved himself, which has the columns {@code account_id}, {@code account_version}, {@code amount},
     * {@code balance_before} and {@code balance_after}.
     */
    public LedgerAudit postingsIn(String table) {
        return new LedgerAudit(store, table, checks);
    }

    /** Adds further invariants. */
    public LedgerAudit with(List<Check> further) {
        return new LedgerAudit(
                store,
                postings,
                Stream.concat(checks.stream(), further.stream()).toList());
    }

    /** Lists what the ids of violations name. */
    public enum Ids {
        /** Accounts. */
        ACCOUNTS,
        /** References of what the operator moved. */
        REFERENCES,
        /** Transactions. */
        TRANSACTIONS
    }

    /**
     * Holds an invariant.
     *
     * @param ids what its violations name
     * @param sentence the invariant
     * @param violations a query whose first column is the id of a violation; names of tables are in braces, as in <code>{ledger} l</code>
     * @param acrossPartitions whether it concerns the rows of several partitions, so that it does not run where there is one
     */
    public record Check(Ids ids, String sentence, String violations, boolean acrossPartitions) {
        public Check {
            Objects.requireNonNull(ids, "ids");
            Objects.requireNonNull(sentence, "sentence");
            Objects.requireNonNull(violations, "violations");
        }

        /** Holds an invariant of the rows of each partition. */
        public Check(Ids ids, String sentence, String violations) {
            this(ids, sentence, violations, false);
        }
    }

    /**
     * Holds the result of one check.
     *
     * @param sentence the invariant
     * @param violations the number of violations
     * @param ids what the examples name
     * @param examples the ids of the first few violations
     */
    public record Finding(String sentence, int violations, Ids ids, List<String> examples) {
        public Finding {
            Objects.requireNonNull(sentence, "sentence");
            Objects.requireNonNull(ids, "ids");
            Objects.requireNonNull(examples, "examples");
        }

        private Finding plus(Finding other) {
            return new Finding(
                    sentence,
                    violations + other.violations,
                    ids,
                    Stream.concat(examples.stream(), other.examples.stream())
                            .limit(MAX_EXAMPLES)
                            .toList());
        }

        /** Returns true when there are no violations. */
        public boolean holds() {
            return violations == 0;
        }
    }

    /** Returns the number of checks that a run makes. */
    public int count() {
        var partitioning = store.partitioning();
        var partitions = partitioning == null ? 1 : partitioning.count();
        return partitions * select(false).size()
                + (partitioning == null ? 0 : select(true).size());
    }

    private List<Check> select(boolean acrossPartitions) {
        return checks.stream()
                .filter(check -> check.acrossPartitions == acrossPartitions)
                .toList();
    }

    /** Runs all checks and returns their findings. */
    public List<Finding> run(DataSource dataSource) {
        return run(dataSource, () -> {});
    }

    /**
     * Runs all checks. Each partition has a separate snapshot, since the servers of a distributed database share none.
     *
     * @param checked runs after each check
     */
    public List<Finding> run(DataSource dataSource, Runnable checked) {
        var partitioning = store.partitioning();
        if (partitioning == null) {
            return run(dataSource, select(false), Rows.ALL, checked);
        }
        var findings = IntStream.range(0, partitioning.count())
                .mapToObj(
                        partition -> run(dataSource, select(false), Rows.ofPartition(partitioning, partition), checked))
                .reduce((one, other) -> IntStream.range(0, one.size())
                        .mapToObj(i -> one.get(i).plus(other.get(i)))
                        .toList())
                .orElseThrow();
        return Stream.concat(findings.stream(), run(dataSource, select(true), Rows.ALL, checked).stream())
                .toList();
    }

    /**
     * Runs the checks on the rows of one account. What concerns several accounts, such as an id that two of them use, is found only by the
     * audit of the whole ledger.
     *
     * @throws IllegalArgumentException if there is no such account
     */
    public List<Finding> runForAccount(DataSource dataSource, String accountId) {
        return runKnown(dataSource, accountId, "");
    }

    /**
     * Runs the checks of transactions on one round, and the others on the rows of its account.
     *
     * @throws IllegalArgumentException if there is no such round
     */
    public List<Finding> runForRound(DataSource dataSource, Round.Key round) {
        return runKnown(dataSource, round.accountId(), round.gameRoundId());
    }

    private List<Finding> runKnown(DataSource dataSource, String account, String round) {
        var rows = Rows.ofAccount(store, account, round);
        var known = run(dataSource, round.isEmpty() ? KNOWN_ACCOUNT : KNOWN_ROUND, rows, () -> {});
        if (known.stream().allMatch(Finding::holds)) {
            throw new IllegalArgumentException("There is no account '" + account + "'"
                    + (round.isEmpty() ? "." : " with a round '" + round + "'."));
        }
        return run(dataSource, select(false), rows, () -> {});
    }

    private List<Finding> run(DataSource dataSource, List<Check> selected, Rows rows, Runnable checked) {
        try {
            return Transaction.run(dataSource, store.dialect().snapshot(), connection -> {
                if (store.dialect() != Dialect.H2) {
                    try (var statement = connection.createStatement()) {
                        statement.execute("set transaction read only"); // for the checks of others
                    }
                }
                var balance = minorUnits(connection);
                var findings = new ArrayList<Finding>();
                for (var check : selected) {
                    findings.add(run(connection, check, rows, balance));
                    checked.run();
                }
                return findings;
            });
        } catch (SQLException e) {
            throw new IllegalStateException("The ledger could not be audited: " + e.getMessage(), e);
        }
    }

    private Finding run(Connection connection, Check check, Rows rows, String balance) throws SQLException {
        var values = new ArrayList<Object>();
        var sql = TABLE.matcher(check.violations)
                .replaceAll(table -> Matcher.quoteReplacement(
                        select(table.group(1), rows, check.ids == Ids.TRANSACTIONS, balance, values)));
        var count = 0;
        var examples = new ArrayList<String>();
        try (var statement = connection.prepareStatement(store.dialect().joiningByHash() + sql)) {
            for (var i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i));
            }
            // Row by row, since a damaged ledger may have more violations than fit into memory.
            statement.setFetchSize(FETCHED_AT_ONCE);
            try (var violations = statement.executeQuery()) {
                while (violations.next()) {
                    count++;
                    if (examples.size() < MAX_EXAMPLES) {
                        examples.add(String.valueOf(violations.getString(1)));
                    }
                }
            }
        }
        return new Finding(check.sentence, count, check.ids, List.copyOf(examples));
    }

    /** Returns a table, or its rows that a run reads, and adds the values of the parameters. */
    private String select(String table, Rows rows, boolean ofRound, String balance, List<Object> values) {
        var condition = rows.condition(table, ofRound && WITH_ROUNDS.contains(table), values);
        var where = condition.isEmpty() ? "" : " where " + condition;
        if (table.equals("accounts")) {
            return accounts(balance, where);
        }
        var name = table.equals("postings")
                ? postings
                : WITH_ROUNDS.contains(table) || table.equals("account_versions")
                        ? store.rows().tables().prefix() + table
                        : table;
        return condition.isEmpty() ? name : "(select * from " + name + where + ")";
    }

    /** Returns the operator's accounts with the columns id, balance, version and currency, as the ledger has them. */
    private String accounts(String balance, String where) {
        var table = store.table();
        var id = store.dialect().text(table.id);
        var version = table.version != null
                ? table.version
                : "coalesce((select v.version from " + store.rows().tables().prefix()
                        + "account_versions v where v.account_id = " + id + "), 0)";
        var currency = table.currency == null
                ? store.dialect().text(Objects.requireNonNull(table.currencyColumn))
                : "'" + table.currency.code() + "'";
        return "(select " + id + " as id, " + balance + " as balance, " + version + " as version, " + currency
                + " as currency from " + table.table + where + ")";
    }

    /** Returns the balance in minor units. The number of decimals of a currency is not in the database. */
    private String minorUnits(Connection connection) throws SQLException {
        var table = store.table();
        if (table.amounts == AccountTable.Amounts.MINOR_UNITS) {
            return table.balance;
        }
        if (table.currency != null) {
            return table.balance + " * " + units(table.currency);
        }
        var factors = new StringBuilder();
        try (var statement = connection.createStatement();
                var currencies = statement.executeQuery("select distinct " + table.currencyColumn + " from "
                        + table.table + " where " + table.currencyColumn + " is not null")) {
            while (currencies.next()) {
                var code = CurrencyCode.of(currencies.getString(1));
                factors.append(" when '").append(code.code()).append("' then ").append(units(code));
            }
        }
        return table.balance + (factors.isEmpty() ? "" : " * case " + table.currencyColumn + factors + " end");
    }

    private static String units(CurrencyCode currency) {
        return BigDecimal.ONE.movePointRight(currency.decimals()).toPlainString();
    }

    /** Selects the rows of the tables. */
    private interface Rows {
        Rows ALL = (table, ofRound, values) -> "";

        /** Returns a condition, and adds the values of its parameters; empty for all rows. */
        String condition(String table, boolean ofRound, List<Object> values);

        static Rows ofPartition(Partitioning partitioning, int partition) {
            return (table, ofRound, values) -> partitioning.condition(table, partition);
        }

        static Rows ofAccount(JdbcWalletStore store, String account, String round) {
            if (store.rows().possible(List.of(account)).isEmpty()) {
                return (table, ofRound, values) -> "1 = 0";
            }
            var partitioning = store.partitioning();
            var partition = partitioning == null ? Rows.ALL : Rows.ofPartition(partitioning, partitioning.of(account));
            var type = store.rows().tables().accountId();
            return (table, ofRound, values) -> {
                var own = table.equals("accounts");
                values.add(own ? store.rows().ids(List.of(account))[0] : account);
                var where = own
                        ? store.table().id + (type == ColumnType.UUID ? " = cast(? as uuid)" : " = ?")
                        : "account_id = ?";
                if (ofRound && !round.isEmpty()) {
                    values.add(round);
                    where += " and game_round_id = ?";
                }
                var ofPartition = partition.condition(table, ofRound, values);
                return ofPartition.isEmpty() ? where : where + " and " + ofPartition;
            };
        }
    }
}
