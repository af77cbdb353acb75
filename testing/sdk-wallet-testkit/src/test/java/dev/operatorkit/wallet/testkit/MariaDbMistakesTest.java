package dev.operatorkit.wallet.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.PostingStore;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.testkit.LossyNetwork.Loss;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.mariadb.jdbc.MariaDbPoolDataSource;

/** Runs the contracts on MariaDB, and checks that they detect the mistakes of stores on MariaDB and MySQL. */
@Tag("slow")
class MariaDbMistakesTest extends WalletStoreContract {
    private static @Nullable MariaDb server;
    private static @Nullable Tables careful;

    private Tables tables = Objects.requireNonNull(careful);

    @BeforeAll
    static void start(@TempDir Path folder) throws SQLException {
        server = new MariaDb(folder);
        careful = new Tables(Mistake.NONE);
    }

    @AfterAll
    static void stop() {
        Objects.requireNonNull(careful).pool.close();
        server().close();
    }

    private static MariaDb server() {
        return Objects.requireNonNull(server);
    }

    /** Holds a database whose tables, statements and connections have one mistake. */
    private static final class Tables {
        private static final String OPTIONS = "&maxPoolSize=100&autocommit=false&transactionIsolation=READ-COMMITTED"
                + "&sessionVariables=innodb_lock_wait_timeout=1,sql_mode='TRADITIONAL'";

        private final Mistake mistake;
        private final String name;
        private final MariaDbPoolDataSource pool;
        private final MariaDbStore store;

        Tables(Mistake mistake) throws SQLException {
            this.mistake = mistake;
            name = server().createDatabase();
            pool = new MariaDbPoolDataSource(url(server().address().getPort()));
            store = new MariaDbStore(pool, mistake::change, mistake.retryable);
            store.createTables();
        }

        String url(int port) {
            return MariaDb.url(name, port) + mistake.change(OPTIONS);
        }
    }

    /** Names the mistake, the case that detects it, and what it changes in the statements and options of a careful store. */
    enum Mistake {
        NONE(test -> {}, new String[0]),
        CASE_INSENSITIVE(ids("a", "A"), "$transaction", text("utf8mb4_general_nopad_ci")),
        CASE_INSENSITIVE_REFERENCE(ids("a", "A"), "$reference", text("utf8mb4_general_nopad_ci")),
        ACCENT_INSENSITIVE_ROUND(ids("\u00e9", "e"), "$round", text("utf8mb4_uca1400_nopad_ai_cs")),
        ACCENT_INSENSITIVE_ACCOUNT(ids("\u00e9", "e"), "$account", text("utf8mb4_uca1400_nopad_ai_cs")),
        SUPPLEMENTARY_EQUAL(ids("\ud83c\udfb0", "\ud83c\udfb2"), "$transaction", text("utf8mb4_general_nopad_ci")),
        TRAILING_SPACE(ids("", " "), "$reference", text("utf8mb4_bin")),
        IGNORED_CHARACTER(ids("", "\u200b"), "$round", text("utf8mb4_uca1400_nopad_as_cs")),
        PREFIX_OF_A_KEY(ids("x".repeat(200) + 1, "x".repeat(200) + 2), "(reference_id)", "(reference_id(100))"),
        LIKE(ids("1", "_"), "transaction_id in (%s)", "transaction_id like %s"),
        THREE_BYTES(
                value(StoreValues::ids_of_255_characters_are_stored_completely),
                "$account",
                "varchar(255) charset utf8mb3"),
        CUT_REFERENCE(
                value(StoreValues::ids_of_255_characters_are_stored_completely),
                "$reference",
                "varchar(64) charset utf8mb4 collate utf8mb4_nopad_bin",
                "TRADITIONAL",
                ""),
        LIST_WITH_COMMAS(
                value(StoreValues::injection_attempts_are_stored_as_data),
                "transaction_id in (%s)",
                "find_in_set(transaction_id, concat_ws(',', %s))"),
        CUT_REASON(
                value(StoreValues::a_reason_is_stored_unchanged_or_cut_to_the_declared_length),
                "$reason",
                "varchar(1024) charset utf8mb3",
                "TRADITIONAL",
                ""),
        FLOATING_AMOUNTS(value(StoreValues::the_largest_balance_is_stored_exactly), "$amount", "double"),
        CLAMPED_AMOUNTS(value(StoreValues::the_largest_balance_is_stored_exactly), "$amount", "int", "TRADITIONAL", ""),
        TIMES_UNTIL_2038(
                value(test -> test.times_are_stored_to_the_millisecond(Instant.parse("2038-01-19T03:14:08.999Z"))),
                "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?",
                "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, least(?, 2147483647999)"),
        AFFECTED_ROWS_OF_ALL(
                units(StoreUnits::a_round_id_is_unique_only_within_an_account),
                "where account_id = ? and game_round_id = ?",
                "where ? is not null and game_round_id = ?"),
        BODY_HASH_AS_TEXT(
                units(StoreUnits::committed_data_is_read_by_the_next_unit_of_any_store),
                "$hash",
                "char(32) charset latin1",
                "TRADITIONAL",
                ""),
        AUTOCOMMIT(
                units(StoreUnits::a_unit_closed_without_a_commit_changes_nothing),
                "autocommit=false",
                "autocommit=true"),
        READ_UNCOMMITTED(
                units(StoreUnits::a_unit_closed_without_a_commit_changes_nothing),
                "READ-COMMITTED",
                "READ-UNCOMMITTED"),
        NO_TRANSACTIONS(
                units(StoreUnits::a_unit_closed_without_a_commit_changes_nothing),
                "(reference_id)) engine=InnoDB",
                "(reference_id)) engine=Aria"),
        NO_LOCK(
                units(StoreUnits::a_unit_waits_for_another_on_the_same_account_and_then_reads_its_changes),
                "order by id for update",
                "order by id"),
        SKIP_LOCKED(
                units(test -> test.a_unit_gives_up_a_lock_that_another_unit_does_not_release(true)),
                "by id for update",
                "by id for update skip locked"),
        LONG_LOCK_WAIT(
                units(test -> test.a_unit_gives_up_a_lock_that_another_unit_does_not_release(false)),
                "timeout=1",
                "timeout=50"),
        RETRIED_LOCK_WAIT(
                units(test -> test.a_unit_gives_up_a_lock_that_another_unit_does_not_release(true)), 1205, 1213),
        NO_LOCK_OF_IDS(tombstone(), "order by slot for update", "order by slot"),
        SHARED_LOCK_OF_IDS(tombstone(), "order by slot for update", "order by slot lock in share mode"),
        GAP_LOCKS(
                tombstone(),
                "READ-COMMITTED",
                "REPEATABLE-READ",
                "select slot from slot where slot in (%s) order by slot for update",
                "select 1 from movement where transaction_id in (%s) for update"),
        TABLE_SCAN(
                units(StoreUnits::units_on_different_accounts_do_not_wait_for_each_other),
                "from account where",
                "from account ignore index (primary) where"),
        NO_CHECK(
                failures(StoreFailures::a_balance_never_falls_below_zero_and_a_failed_unit_releases_its_locks),
                "check (balance >= 0)",
                ""),
        UNSIGNED(
                failures(StoreFailures::a_balance_never_falls_below_zero_and_a_failed_unit_releases_its_locks),
                "balance $amount",
                "balance bigint unsigned",
                "TRADITIONAL",
                ""),
        INSERT_IGNORE(
                failures(StoreFailures::a_transaction_id_a_settlement_and_a_round_are_unique),
                "insert into movement",
                "insert ignore into movement"),
        REPLACE(
                failures(StoreFailures::a_transaction_id_a_settlement_and_a_round_are_unique),
                "insert into round",
                "replace into round"),
        UPSERT(
                failures(StoreFailures::a_transaction_id_a_settlement_and_a_round_are_unique),
                "insert into round values (?, ?, ?, ?)",
                "insert into round values (?, ?, ?, ?) on duplicate key update state = values(state)"),
        NO_KEY(failures(StoreFailures::a_transaction_id_a_settlement_and_a_round_are_unique), "unique key", "key"),
        FINAL_DUPLICATE(failures(StoreFailures::a_transaction_id_a_settlement_and_a_round_are_unique), 1213),
        LOST_COMMIT_IS_A_FAILURE(
                failures(test -> test.a_connection_lost_during_the_commit_is_reported_truly(Loss.RESPONSE)), -1),
        FINAL_DEADLOCK(
                test -> {
                    var postings = new StorePostings(test.new OnMariaDb()) {};
                    postings.a_deadlock_of_a_unit_and_a_transaction_may_be_retried(false);
                    postings.a_deadlock_of_a_unit_and_a_transaction_may_be_retried(true);
                },
                1062),
        IGNORED_DUPLICATE_ENTRY(
                test -> new StorePostings(
                        test.new OnMariaDb()) {}.one_reference_used_concurrently_for_two_accounts_is_applied_to_one(),
                "insert into entry",
                "insert ignore into entry");

        private final Consumer<MariaDbMistakesTest> detectedBy;
        private final Set<Integer> retryable;
        private final String[] changes;

        Mistake(Consumer<MariaDbMistakesTest> detectedBy, String... changes) {
            this.detectedBy = detectedBy;
            this.changes = changes;
            retryable = MariaDbStore.RETRYABLE;
        }

        Mistake(Consumer<MariaDbMistakesTest> detectedBy, Integer... retryable) {
            this.detectedBy = detectedBy;
            this.retryable = Set.of(retryable);
            changes = new String[0];
        }

        String change(String text) {
            var changed = text;
            for (var i = 0; i < changes.length; i += 2) {
                changed = changed.replace(changes[i], changes[i + 1]);
            }
            return changed;
        }
    }

    private static String text(String collation) {
        return "varchar(255) charset utf8mb4 collate " + collation;
    }

    private static Consumer<MariaDbMistakesTest> ids(String one, String other) {
        return value(test -> test.ids_that_differ_only_slightly_are_distinct("", one, other));
    }

    private static Consumer<MariaDbMistakesTest> tombstone() {
        return units(test -> test.a_debit_and_a_tombstone_of_another_account_for_its_id_are_not_both_committed(true));
    }

    private static Consumer<MariaDbMistakesTest> value(Consumer<StoreValues> test) {
        return contract -> test.accept(new StoreValues(contract) {});
    }

    private static Consumer<MariaDbMistakesTest> units(Consumer<StoreUnits> test) {
        return contract -> test.accept(new StoreUnits(contract) {});
    }

    private static Consumer<MariaDbMistakesTest> failures(Consumer<StoreFailures> test) {
        return contract -> test.accept(new StoreFailures(contract) {});
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void a_mistake_is_detected(Mistake mistake) throws SQLException {
        tables = new Tables(mistake);
        try {
            assertThat(catchThrowable(() -> mistake.detectedBy.accept(this))).isNotNull();
        } finally {
            tables.pool.close();
        }
    }

    @Override
    protected WalletStore createStore() {
        return tables.store;
    }

    @Override
    protected void openAccount(String accountId, Money balance) {
        tables.store.openAccount(accountId, balance);
    }

    @Override
    protected Optional<InetSocketAddress> database() {
        return Optional.of(server().address());
    }

    @Override
    protected WalletStore createStore(InetSocketAddress address) {
        try {
            var source = new MariaDbDataSource(tables.url(address.getPort()));
            return new MariaDbStore(source, tables.mistake::change, tables.mistake.retryable);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs the contract for postings. */
    @Nested
    class OnMariaDb extends PostingStoreContract {
        @Override
        protected WalletStore createWalletStore() {
            return tables.store;
        }

        @Override
        protected void openAccount(String accountId, Money balance) {
            tables.store.openAccount(accountId, balance);
        }

        @Override
        protected <T> T runInTransaction(Function<PostingStore, T> work) {
            try (var unit = tables.store.begin()) {
                var result = work.apply(unit);
                unit.commit();
                return result;
            }
        }
    }
}
