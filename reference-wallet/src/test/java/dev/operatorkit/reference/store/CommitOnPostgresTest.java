package dev.operatorkit.reference.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.TestDatabase;
import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.staff.Accounts;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException.OutcomeUnknown;
import dev.operatorkit.wallet.StoreException.RolledBack;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.WalletStore.Snapshot;
import dev.operatorkit.wallet.WalletStore.UnitOfWork;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that changes and commit, sent in one round trip, are all stored or none, and that the store knows which (D-29). */
class CommitOnPostgresTest {
    private static final CurrencyCode EUR = CurrencyCode.of("EUR");
    private static final Instant NOW = Instant.ofEpochMilli(1_760_000_000_000L);

    private final String url = TestDatabase.POSTGRES.freshUrl();
    private Database database;
    private WalletStore store;
    private Connection other;

    @BeforeEach
    void open() throws Exception {
        database = Database.open(new Database.Address(url, "", "", null, 2));
        store = Movements.in(database);
        other = DriverManager.getConnection(url);
        new Accounts(database, Clock.systemUTC())
                .open("player", "Player", new Money(100_000, EUR), new Accounts.Author("test"));
    }

    @AfterEach
    void theLedgerBalancesAtTheEnd() throws Exception {
        other.close();
        database.close();
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
    }

    @Test
    void a_batch_that_closes_a_round_that_is_not_open_is_not_committed() throws SQLException {
        commit(entry("bet", null));
        commit(entry("win", "bet"));
        try (var unit = store.begin()) {
            // The credit of another debit of the same round, whose state was read wrongly.
            unit.write(changes(unit, entry("more", "other"), "bet"));
            assertRolledBack(unit, false);
        }
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void a_batch_of_an_account_that_was_removed_is_not_committed() throws SQLException {
        try (var unit = store.begin()) {
            var changes = changes(unit, entry("bet", null), "bet");
            var account = changes.accounts().iterator().next();
            var gone = new Account("gone", account.balance(), account.version(), NOW);
            unit.write(Changes.builder()
                    .transactions(changes.transactions())
                    .newRounds(changes.newRounds())
                    .accounts(List.of(account, gone))
                    .build());
            assertRolledBack(unit, false);
        }
        assertThat(rows()).isZero();
    }

    @Test
    void an_id_that_another_session_wrote_is_a_collision() throws SQLException {
        try (var unit = store.begin()) {
            unit.write(changes(unit, entry("bet", null), "bet"));
            execute("insert into ledger values"
                    + " ('bet', 'x', 1, 'DEBIT', 'r', null, 'o', 'EUR', 0, 0, 0, null, '', now())");
            assertRolledBack(unit, true);
        }
        execute("delete from ledger");
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "23514", "P0001"})
    void a_commit_that_the_database_rejects_is_rolled_back_only_if_its_state_says_so(String state) throws SQLException {
        execute(
                "create function reject() returns trigger language plpgsql as"
                        + " 'begin raise exception using errcode = ''" + state + "''; end'",
                "create constraint trigger reject after insert on ledger deferrable initially deferred"
                        + " for each row execute function reject()");
        try (var unit = store.begin()) {
            unit.write(changes(unit, entry("bet", null), "bet"));
            if (state.startsWith("P")) {
                assertThatThrownBy(unit::commit).isInstanceOf(OutcomeUnknown.class);
            } else {
                assertRolledBack(unit, state.startsWith("40"));
            }
        }
        assertThat(rows()).isZero();
    }

    @Test
    void a_session_that_ended_before_the_commit_leaves_its_outcome_unknown() throws SQLException {
        try (var unit = store.begin()) {
            unit.write(changes(unit, entry("bet", null), "bet"));
            // Other tests use the same server at the same time.
            execute("select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database()"
                    + " and application_name = 'operatorkit-wallet-movements' and state like 'idle in%'");
            assertThatThrownBy(unit::commit).isInstanceOf(OutcomeUnknown.class);
        }
        assertThat(rows()).isZero();
        commit(entry("bet", null));
    }

    /** PostgreSQL answers the commit of a failed transaction with a rollback, which is no error. */
    @Test
    void a_commit_after_a_failure_is_not_taken_for_a_commit() throws SQLException {
        other.setAutoCommit(false);
        execute("select 1 from accounts for update");
        try (var unit = store.begin()) {
            assertThatThrownBy(() -> read(unit, "bet", "bet", "bet")).isInstanceOf(RolledBack.class);
            other.rollback();
            unit.write(Changes.builder()
                    .accounts(List.of(new Account("player", new Money(1, EUR), 2, NOW)))
                    .build());
            assertRolledBack(unit, false);
        }
        try (var unit = store.begin()) {
            other.setAutoCommit(true);
            read(unit, "bet", "bet", "bet");
            unit.write(Changes.builder().build());
            unit.commit();
        }
    }

    private static void assertRolledBack(UnitOfWork unit, boolean retryable) {
        assertThatThrownBy(unit::commit)
                .isInstanceOfSatisfying(
                        RolledBack.class,
                        failure -> assertThat(failure.isRetryable()).isEqualTo(retryable));
    }

    /** Names a debit, or the settlement of another one. */
    record Entry(String id, @Nullable String debit) {
        /** Returns the id of the debit that opened the round: its own, or that of the debit it settles. */
        String opening() {
            return debit == null ? id : debit;
        }
    }

    private static Entry entry(String id, @Nullable String debit) {
        return new Entry(id, debit);
    }

    private void commit(Entry entry) {
        commit(store, entry);
    }

    /** Commits a movement of one cent in a unit of work. */
    static void commit(WalletStore store, Entry entry) {
        try (var unit = store.begin()) {
            unit.write(changes(unit, entry, entry.opening()));
            unit.commit();
        }
    }

    private static Snapshot read(UnitOfWork unit, String id, String opening, String round) {
        var ids = Set.copyOf(List.of(id, opening));
        return unit.lockAndRead(new ReadRequest(Set.of("player"), ids, Set.of(new Round.Key("player", round))));
    }

    private static Changes changes(UnitOfWork unit, Entry entry, String round) {
        var account = Objects.requireNonNull(
                read(unit, entry.id(), entry.opening(), round).accounts().get("player"));
        var debit = entry.debit() == null;
        var moved = new Money(1, EUR);
        var after = debit ? account.balance().minus(moved) : account.balance().plus(moved);
        var stored = StoredTransaction.builder()
                .transactionId(entry.id())
                .kind(debit ? Kind.DEBIT : Kind.CREDIT)
                .accountId("player")
                .gameRoundId(round)
                .referenceTransactionId(entry.debit())
                .operatorTransactionId("o-" + entry.id())
                .amount(moved)
                .balanceAfter(after)
                .accountVersion(account.version() + 1)
                .bodyHash(new byte[32])
                .createdAt(NOW)
                .build();
        var state = debit ? Round.State.BET : Round.State.SETTLED;
        var rounds = List.of(new Round(new Round.Key("player", round), entry.opening(), state));
        return Changes.builder()
                .transactions(List.of(stored))
                .newRounds(debit ? rounds : List.of())
                .closedRounds(debit ? List.of() : rounds)
                .accounts(List.of(new Account("player", after, account.version() + 1, NOW)))
                .build();
    }

    private long rows() throws SQLException {
        try (var statement = other.createStatement();
                var counted = statement.executeQuery("select count(*) from ledger")) {
            counted.next();
            return counted.getLong(1);
        }
    }

    private void execute(String... statements) throws SQLException {
        try (var statement = other.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
