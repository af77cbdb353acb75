package dev.operatorkit.wallet.jdbc;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.WalletStore.Snapshot;
import dev.operatorkit.wire.Limits;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays rounds on the tables in a transaction that is rolled back, by the unit of work that movements use. Refuses tables that do not take,
 * keep and return what a right movement writes, or that take what must be there once. Its values are the longest and largest that the
 * specification allows, amounts of zero, and ids that differ only in their case or in blanks. How a table does that does not matter.
 */
final class SchemaTrial {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaTrial.class);
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final long VERSION = Long.MAX_VALUE - 10;
    private static final int DEBITS_AND_TOMBSTONE = 5;
    private static final int MAX_ATTEMPTS = 3;
    private static final int MAX_WAIT_MILLIS = 10_000;

    private final Connection connection;
    private final JdbcWalletStore store;
    private final JdbcUnit unit;
    private final String prefix;
    private final String player;
    private final String id = "trial " + UUID.randomUUID() + " 🎰".repeat((Limits.MAX_ID_LENGTH - 42) / 2 - 1);
    private final Instant now =
            Clock.systemUTC().instant().truncatedTo(ChronoUnit.MILLIS).plusNanos(123_000);
    private final List<StoredTransaction> written = new ArrayList<>();
    private final Map<Round.Key, Round> rounds = new HashMap<>();

    private SchemaTrial(Connection connection, JdbcWalletStore store, String player) throws SQLException {
        this.connection = connection;
        this.store = store;
        this.unit = new JdbcUnit(connection, store, null);
        this.prefix = store.rows().tables().prefix();
        this.player = player;
    }

    /**
     * Tries the tables of a store.
     *
     * @param player an account, if there is any
     * @throws IllegalArgumentException with a sentence that says what is wrong with which table
     */
    static void run(DataSource movements, JdbcWalletStore store, String player) throws SQLException {
        var stranger = "trial " + UUID.randomUUID();
        for (var attempt = 1; ; attempt++) {
            try {
                var other = stranger;
                Transaction.run(movements, Connection.TRANSACTION_READ_COMMITTED, connection -> {
                    run(connection, store, player, other);
                    return true;
                });
                return;
            } catch (SQLException e) {
                var isRefused = SqlFailures.hasNoParent(e);
                if (isRefused && !stranger.equals(player)) {
                    stranger = player; // a foreign key lets only accounts in that exist
                } else if (!SqlFailures.isDisturbed(e) || attempt == MAX_ATTEMPTS) {
                    if (!isRefused && !SqlFailures.isInconclusive(e)) {
                        throw e;
                    }
                    LOG.warn(
                            "The tables of the store could not be tried. If the cause remains, movements fail: {}",
                            e.getMessage());
                    return;
                }
            }
        }
    }

    private static void run(Connection connection, JdbcWalletStore store, String player, String other)
            throws SQLException {
        var hasTimeout = store.dialect() != Dialect.H2;
        var millis = hasTimeout ? connection.getNetworkTimeout() : 0;
        if (hasTimeout) {
            connection.setNetworkTimeout(Runnable::run, MAX_WAIT_MILLIS); // no limit of MySQL's ends a wait for a table
        }
        try {
            if (!hasTimeout) {
                lockOnH2(connection, store.rows().tables().prefix());
            }
            new SchemaTrial(connection, store, player).run(other);
        } finally {
            connection.rollback();
            if (hasTimeout) {
                connection.setNetworkTimeout(Runnable::run, millis);
            }
        }
    }

    /** Becomes the one writer that H2 must have, unless another one is at work for long. */
    private static void lockOnH2(Connection connection, String prefix) throws SQLException {
        try (var statement = connection.createStatement()) {
            long millis;
            try (var timeout = statement.executeQuery("call lock_timeout()")) {
                timeout.next();
                millis = timeout.getLong(1);
            }
            statement.execute("set lock_timeout 100");
            try {
                statement.execute("select slot from " + prefix + "id_locks for update");
            } finally {
                statement.execute("set lock_timeout " + millis);
            }
        }
    }

    private void run(String other) throws SQLException {
        var account = account();
        var currency =
                account == null ? store.table().currency : account.balance().currency();
        playRounds(other, new Money(Long.MAX_VALUE, currency == null ? EUR : currency));
        if (account != null) {
            var units = account.balance().minorUnits();
            change(account, Math.max(0, units - 1), VERSION);
            change(account, Math.max(1, units), VERSION + 1);
        }
        if (store.table().isIncomplete()) {
            var again = insertVersion(account == null ? other : player);
            if (account == null) {
                in(prefix + "account_versions", again);
            }
            refuse("account_versions", "account_id", again);
        }
        if (WalletSchema.isThere(connection, prefix + "postings")) {
            in(prefix + "postings", insertPosting("a", VERSION + 5, -Long.MAX_VALUE));
            in(prefix + "postings", insertPosting("A", VERSION + 6, Long.MAX_VALUE));
            refuse("postings", "reference", insertPosting("a", VERSION + 7, 0));
            refuse("postings", "account_id, account_version", insertPosting("b", VERSION + 5, 0));
        }
        try {
            archive();
        } catch (SQLException e) {
            if (!SqlFailures.isDenied(e)) { // only the user of the archive needs its rights
                throw e;
            }
        }
    }

    /** Returns the account, unless there is none or its row is one that no movement can use. */
    private @Nullable Account account() throws SQLException {
        try {
            var account = read(Set.of(player), Set.of(id)).accounts().get(player);
            return account == null || account.version() >= VERSION ? null : account;
        } catch (StoreException e) {
            if (e.getCause() instanceof SQLException failed) {
                throw failed;
            }
            return null;
        }
    }

    private void playRounds(String other, Money all) throws SQLException {
        var none = Money.zero(all.currency());
        var otherRound = other.equals(player) ? "o" : "r";
        var reason = "🎰".repeat(1024);
        add(row(Kind.DEBIT, "a", player, "r", all).balanceAfter(none).reason(reason), "a", Round.State.BET);
        add(row(Kind.DEBIT, "A", player, "R", none).balanceAfter(all), "A", Round.State.BET);
        add(row(Kind.DEBIT, "", player, "", all).balanceAfter(none).reason(reason), "", Round.State.BET);
        var ofOther = row(Kind.DEBIT, " ", other, otherRound, all).balanceAfter(none);
        add(other.equals(player) ? ofOther : ofOther.accountVersion(VERSION), " ", Round.State.BET);
        add(settlement(Kind.ROLLBACK, "t", "u", "u", none), "u", Round.State.REVERTED);
        in(
                "ledger",
                write(Changes.builder().transactions(List.copyOf(written)).newRounds(List.copyOf(rounds.values()))));
        requireKept("ledger");

        add(settlement(Kind.CREDIT, "c", "a", "r", all), "a", Round.State.SETTLED);
        add(settlement(Kind.ROLLBACK, "C", "A", "R", none), "A", Round.State.REVERTED);
        add(settlement(Kind.CREDIT, "z", "", "", none), "", Round.State.SETTLED);
        var closed = settlements().stream()
                .map(row -> Objects.requireNonNull(rounds.get(key(row))))
                .toList();
        in(
                prefix + "ledger",
                write(Changes.builder().transactions(settlements()).closedRounds(closed)));
        requireKept("ledger");

        refuse("ledger", "transaction_id", insert(row(Kind.DEBIT, "a", player, "r", none)));
        refuse(
                "ledger",
                "account_id, account_version",
                insert(row(Kind.DEBIT, "d", player, "r", none).accountVersion(VERSION)));
        refuse("ledger", "reference_transaction_id", insert(settlement(Kind.CREDIT, "d", "a", "r", none)));
        var round = new Round(new Round.Key(player, id + "r"), id + "d", Round.State.BET);
        refuse(
                "rounds",
                "account_id, game_round_id",
                write(Changes.builder()
                        .transactions(
                                List.of(row(Kind.DEBIT, "d", player, "r", none).build()))
                        .newRounds(List.of(round))));
    }

    private StoredTransaction.Builder row(Kind kind, String end, String account, String round, Money amount) {
        return StoredTransaction.builder()
                .transactionId(id + end)
                .kind(kind)
                .accountId(account)
                .accountVersion(VERSION + written.size())
                .gameRoundId(id + round)
                .operatorTransactionId(UUID.randomUUID().toString())
                .amount(amount)
                .balanceAfter(amount)
                .bodyHash(new byte[32])
                .createdAt(now);
    }

    private StoredTransaction.Builder settlement(Kind kind, String end, String debit, String round, Money amount) {
        return row(kind, end, player, round, amount).referenceTransactionId(id + debit);
    }

    /** Adds what must be kept: a movement, and the state of its round. */
    private void add(StoredTransaction.Builder movement, String debit, Round.State state) {
        var row = movement.build();
        written.add(row);
        rounds.put(key(row), new Round(key(row), id + debit, state));
    }

    private static Round.Key key(StoredTransaction row) {
        return new Round.Key(row.accountId(), row.gameRoundId());
    }

    /** Returns the settlements of debits that are there. */
    private List<StoredTransaction> settlements() {
        return written.subList(DEBITS_AND_TOMBSTONE, written.size());
    }

    /** Changes the balance of the account, as its movements do. */
    private void change(Account account, long units, long version) throws SQLException {
        read(Set.of(player), Set.of(id + "u"));
        var balance = new Money(units, account.balance().currency());
        var after = new Account(player, balance, version, now);
        in(store.table().table, write(Changes.builder().accounts(List.of(after))));
        var stored = read(Set.of(player), Set.of(id + "u")).accounts().get(player);
        if (stored == null || !stored.balance().equals(balance) || stored.version() != version) {
            throw SchemaCheck.refusal(store.table().table, "does not keep the balance and version of an account");
        }
    }

    private void archive() throws SQLException {
        var mover = new RoundMover(store.dialect(), prefix, null, null);
        var closed = settlements().stream()
                .map(row -> List.of(row.accountId(), row.gameRoundId(), row.referenceTransactionId() + ""))
                .toList();
        in(prefix + "ledger_archive", () -> {
            mover.move(connection, closed);
            Transaction.checkConstraints(connection, store.dialect());
        });
        requireKept("ledger_archive");
        in(
                prefix + "ledger",
                insert(row(Kind.DEBIT, "a", player, "r", written.get(1).amount())));
        refuse("ledger_archive", "transaction_id", () -> {
            try {
                mover.move(connection, closed.subList(0, 1));
            } catch (IllegalStateException e) {
                LOG.debug("The archive took a movement twice", e);
            }
        });
    }

    private interface Step {
        void run() throws SQLException;
    }

    /** Returns the step that writes as a movement does, up to its commit. */
    private Step write(Changes.Builder changes) {
        return () -> {
            unit.write(changes.build());
            read(Set.of(), Set.of(id + "u")); // sends what was written
            Transaction.checkConstraints(connection, store.dialect());
        };
    }

    private Step insert(StoredTransaction.Builder row) {
        return write(Changes.builder().transactions(List.of(row.build())));
    }

    private Step insertVersion(String account) {
        return send(store.sql(null).insertVersions, new String[] {account}, new Long[] {VERSION}, new String[] {
            store.dialect().time(now)
        });
    }

    private Step insertPosting(String end, long version, long amount) {
        return send(
                store.sql(null).insertPosting,
                new String[] {id + end},
                new String[] {player},
                new Long[] {version},
                new String[] {written.get(0).amount().currency().code()},
                new Long[] {amount},
                new Long[] {Math.max(0, -amount)},
                new Long[] {Math.max(0, amount)},
                new String[] {store.dialect().time(now)});
    }

    private Step send(Template insert, Object[]... row) {
        return () -> {
            var pipeline = new StatementPipeline(store.dialect(), null);
            pipeline.write(1, insert, row);
            pipeline.run(connection);
            Transaction.checkConstraints(connection, store.dialect());
        };
    }

    /** Takes a step that a right table allows. */
    private void in(String table, Step step) throws SQLException {
        try {
            step.run();
        } catch (SQLException | IllegalStateException | StoreException e) {
            var cause = e instanceof StoreException ? e.getCause() : e;
            if (cause instanceof SQLException failed
                    && (SqlFailures.isInconclusive(failed) || SqlFailures.hasNoParent(failed))) {
                throw failed;
            }
            throw SchemaCheck.refusal(
                    table,
                    "or one that is written with it does not take and keep what a movement writes ("
                            + (cause == null ? e : cause).getMessage() + ")");
        }
    }

    /** Requires that the table refuses a second row with the same value of its key. */
    private void refuse(String table, String key, Step second) throws SQLException {
        var savepoint = connection.setSavepoint();
        try {
            second.run();
        } catch (SQLException | StoreException e) {
            connection.rollback(savepoint);
            return;
        }
        throw SchemaCheck.refusal(prefix + table, "has no unique index on " + key);
    }

    private Snapshot read(Set<String> accounts, Set<String> ids) {
        return unit.lockAndRead(new ReadRequest(accounts, ids, rounds.keySet()));
    }

    private void requireKept(String table) throws SQLException {
        // An id that is not stored, so that rounds are read too.
        var ids = Stream.concat(Stream.of(id + "u"), written.stream().map(StoredTransaction::transactionId));
        var found = read(Set.of(), ids.collect(Collectors.toSet()));
        var settled = written.stream()
                .map(StoredTransaction::referenceTransactionId)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        if (!Arrays.deepEquals(values(found.transactions().values()), values(written))
                || !found.settlements().keySet().equals(settled)) {
            throw SchemaCheck.refusal(
                    prefix + table, "does not return what was written: ids, numbers, texts or times differ");
        }
        if (!found.rounds().equals(rounds)) {
            throw SchemaCheck.refusal(prefix + "rounds", "does not return the rounds that were written");
        }
    }

    private Object[][] values(Collection<StoredTransaction> rows) {
        return LedgerColumn.parameters(
                store.dialect(),
                rows.stream()
                        .sorted(Comparator.comparing(StoredTransaction::transactionId))
                        .toList());
    }
}
