package dev.operatorkit.wallet.testkit;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.AccountEntry;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingStore;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException.Indeterminate;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** The smallest careful store on MariaDB. Tests change its statements, to make the mistakes of others. */
record MariaDbStore(DataSource source, UnaryOperator<String> sql, Set<Integer> retryable) implements WalletStore {
    /** Deadlock, record changed since the snapshot, and a key that another unit inserted. A lock wait is not among them. */
    static final Set<Integer> RETRYABLE = Set.of(1213, 1020, 1062);

    /** Ids that are not stored cannot be locked, except by rows that stand for them. */
    private static final String SCHEMA = """
        create table slot (slot int primary key) engine=InnoDB;
        insert into slot select seq from seq_0_to_1023;
        create table account (id $account primary key, currency varchar(10) not null,
            balance $amount not null check (balance >= 0), version bigint not null, updated_at bigint not null) engine=InnoDB;
        create table movement (transaction_id $transaction, kind varchar(8) not null, account_id $account not null,
            game_round_id $round not null, reference_id $reference, operator_id char(36) not null,
            currency varchar(10) not null, amount $amount not null, balance_after $amount not null,
            account_version bigint not null, reason $reason, body_hash $hash not null, created_at bigint not null,
            primary key (transaction_id), unique key by_reference (reference_id)) engine=InnoDB;
        create table round (account_id $account, game_round_id $round, debit_id $transaction not null,
            state varchar(8) not null, primary key (account_id, game_round_id)) engine=InnoDB;
        create table entry (reference $entry primary key, account_id $account not null, currency varchar(10) not null,
            amount bigint not null, before_amount $amount not null, after_amount $amount not null,
            account_version bigint not null, created_at bigint not null) engine=InnoDB;
        """;

    private static final String ACCOUNTS = "select * from account where id in (%s) order by id for update";
    private static final String UPDATE = "update account set balance = ?, version = ?, updated_at = ? where id = ?";

    void createTables() throws SQLException {
        var tables = sql.apply(SCHEMA)
                .replace("$amount", "bigint")
                .replace("$hash", "binary(32)")
                .replace("$reason", "varchar(1024) character set utf8mb4")
                .replaceAll("\\$\\w+", "varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin");
        try (var connection = source.getConnection();
                var statement = connection.createStatement()) {
            for (var table : tables.strip().split(";")) {
                statement.execute(table);
            }
            connection.commit();
        }
    }

    void openAccount(String id, Money balance) {
        try (var unit = begin()) {
            unit.run(
                    "insert into account values (?, ?, ?, 0, 0)",
                    Stream.<Object[]>of(new Object[] {id, balance.currency().code(), balance.minorUnits()}));
            unit.commit();
        }
    }

    @Override
    public Unit begin() {
        try {
            return new Unit(this, source.getConnection());
        } catch (SQLException e) {
            throw new RolledBack("no database connection", false, e);
        }
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        try (var unit = begin()) {
            return unit.transactions("transaction_id", List.of(transactionId)).values().stream()
                    .findFirst();
        }
    }

    private interface Mapper<T> {
        T map(ResultSet row) throws SQLException;
    }

    /** The connection has autocommit off and READ COMMITTED by its URL. */
    record Unit(MariaDbStore store, Connection connection) implements UnitOfWork, PostingStore {
        private RolledBack failure(SQLException e) {
            return new RolledBack("a statement failed", store.retryable.contains(e.getErrorCode()), e);
        }

        private <K, V> Map<K, V> rows(Function<V, K> key, Mapper<V> mapper, String query, Collection<?> values) {
            Map<K, V> rows = new HashMap<>();
            if (values.isEmpty()) {
                return rows;
            }
            var marks = String.join(",", Collections.nCopies(values.size(), "?"));
            try (var statement =
                    connection.prepareStatement(store.sql.apply(query).formatted(marks))) {
                var i = 0;
                for (var value : values) {
                    statement.setObject(++i, value);
                }
                try (var row = statement.executeQuery()) {
                    while (row.next()) {
                        var value = mapper.map(row);
                        rows.put(key.apply(value), value);
                    }
                }
                return rows;
            } catch (SQLException e) {
                throw failure(e);
            }
        }

        private void run(String sql, Stream<Object[]> rows) {
            try (var statement = connection.prepareStatement(store.sql.apply(sql))) {
                for (var row : rows.toList()) {
                    for (var i = 0; i < row.length; i++) {
                        statement.setObject(i + 1, row[i]);
                    }
                    statement.addBatch();
                }
                statement.executeBatch();
            } catch (SQLException e) {
                throw failure(e);
            }
        }

        private static Money money(ResultSet row, String column) throws SQLException {
            return new Money(row.getLong(column), CurrencyCode.of(row.getString("currency")));
        }

        private static Instant time(ResultSet row, String column) throws SQLException {
            return Instant.ofEpochMilli(row.getLong(column));
        }

        private static Account account(ResultSet row) throws SQLException {
            return new Account(
                    row.getString("id"), money(row, "balance"), row.getLong("version"), time(row, "updated_at"));
        }

        private static Round round(ResultSet row) throws SQLException {
            var key = new Round.Key(row.getString("account_id"), row.getString("game_round_id"));
            return new Round(key, row.getString("debit_id"), Round.State.valueOf(row.getString("state")));
        }

        private static StoredTransaction transaction(ResultSet row) throws SQLException {
            return StoredTransaction.builder()
                    .transactionId(row.getString("transaction_id"))
                    .kind(Kind.valueOf(row.getString("kind")))
                    .accountId(row.getString("account_id"))
                    .gameRoundId(row.getString("game_round_id"))
                    .referenceTransactionId(row.getString("reference_id"))
                    .operatorTransactionId(row.getString("operator_id"))
                    .amount(money(row, "amount"))
                    .balanceAfter(money(row, "balance_after"))
                    .accountVersion(row.getLong("account_version"))
                    .reason(row.getString("reason"))
                    .bodyHash(row.getBytes("body_hash"))
                    .createdAt(time(row, "created_at"))
                    .build();
        }

        private static AccountEntry entry(ResultSet row) throws SQLException {
            return new AccountEntry(
                    new Posting(row.getString("account_id"), row.getString("reference"), money(row, "amount")),
                    money(row, "before_amount"),
                    money(row, "after_amount"),
                    row.getLong("account_version"),
                    time(row, "created_at"));
        }

        private Map<String, StoredTransaction> transactions(String column, Collection<String> ids) {
            return rows(
                    found -> Objects.requireNonNull(
                            column.equals("reference_id") ? found.referenceTransactionId() : found.transactionId()),
                    Unit::transaction,
                    "select * from movement where " + column + " in (%s)",
                    ids);
        }

        @Override
        public Snapshot lockAndRead(ReadRequest request) {
            var slots = request.transactionIds().stream()
                    .map(id -> id.hashCode() & 1023)
                    .distinct();
            rows(
                    slot -> slot,
                    row -> row.getInt(1),
                    "select slot from slot where slot in (%s) order by slot for update",
                    slots.toList());
            Map<Round.Key, Round> rounds = new HashMap<>();
            var accounts = rows(Account::id, Unit::account, ACCOUNTS, request.accountIds());
            for (var key : request.roundKeys()) {
                rounds.putAll(rows(
                        Round::key,
                        Unit::round,
                        "select * from round where (account_id, game_round_id) in ((%s))",
                        List.of(key.accountId(), key.gameRoundId())));
            }
            return new Snapshot(
                    accounts,
                    transactions("transaction_id", request.transactionIds()),
                    transactions("reference_id", request.transactionIds()),
                    rounds);
        }

        @Override
        public void write(Changes changes) {
            update(changes.accounts());
            run(
                    "insert into movement values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    changes.transactions().stream().map(Unit::values));
            run(
                    "insert into round values (?, ?, ?, ?)",
                    changes.newRounds().stream().map(round -> new Object[] {
                        round.key().accountId(),
                        round.key().gameRoundId(),
                        round.debitTransactionId(),
                        round.state().name()
                    }));
            run(
                    "update round set state = ? where account_id = ? and game_round_id = ?",
                    changes.closedRounds().stream().map(round -> new Object[] {
                        round.state().name(),
                        round.key().accountId(),
                        round.key().gameRoundId()
                    }));
        }

        private void update(Collection<Account> accounts) {
            run(UPDATE, accounts.stream().map(account -> new Object[] {
                account.balance().minorUnits(),
                account.version(),
                account.updatedAt().toEpochMilli(),
                account.id()
            }));
        }

        private static Object[] values(StoredTransaction movement) {
            return new Object[] {
                movement.transactionId(),
                movement.kind().name(),
                movement.accountId(),
                movement.gameRoundId(),
                movement.referenceTransactionId(),
                movement.operatorTransactionId(),
                movement.amount().currency().code(),
                movement.amount().minorUnits(),
                movement.balanceAfter().minorUnits(),
                movement.accountVersion(),
                movement.reason(),
                movement.bodyHash(),
                movement.createdAt().toEpochMilli()
            };
        }

        @Override
        public Optional<Account> lockAccount(String accountId) {
            return Optional.ofNullable(rows(Account::id, Unit::account, ACCOUNTS, List.of(accountId))
                    .get(accountId));
        }

        @Override
        public Optional<AccountEntry> findEntry(String reference) {
            return rows(e -> 0, Unit::entry, "select * from entry where reference in (%s)", List.of(reference))
                    .values()
                    .stream()
                    .findFirst();
        }

        @Override
        public void write(AccountEntry entry) {
            update(List.of(entry.account()));
            run("insert into entry values (?, ?, ?, ?, ?, ?, ?, ?)", Stream.<Object[]>of(new Object[] {
                entry.posting().reference(),
                entry.posting().accountId(),
                entry.balanceAfter().currency().code(),
                entry.posting().change().minorUnits(),
                entry.balanceBefore().minorUnits(),
                entry.balanceAfter().minorUnits(),
                entry.accountVersion(),
                entry.createdAt().toEpochMilli()
            }));
        }

        @Override
        public void commit() {
            try {
                connection.commit();
            } catch (SQLException e) {
                if (store.retryable.contains(e.getErrorCode())) {
                    throw failure(e);
                }
                throw new Indeterminate("the outcome of the commit is unknown", e);
            }
        }

        @Override
        public void close() {
            try (connection) {
                connection.rollback();
            } catch (SQLException e) {
                // The server rolls back what a broken connection has not committed.
            }
        }
    }
}
