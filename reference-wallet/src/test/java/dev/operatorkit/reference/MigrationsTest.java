package dev.operatorkit.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.zaxxer.hikari.HikariDataSource;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.faults.DebitLoad;
import dev.operatorkit.wallet.jdbc.AccountTable;
import dev.operatorkit.wallet.jdbc.JdbcWalletStore;
import dev.operatorkit.wallet.jdbc.WalletSchema;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that a migration only adds, or replaces an index, and blocks nothing for long, so that old and new versions run side by side (D14, D15). */
class MigrationsTest {
    private static final Path MIGRATIONS = Path.of("src/main/resources/db/migration");
    private static final Pattern FIRST = Pattern.compile("V1__.*");
    private static final Pattern NEW_TABLE = Pattern.compile("create table (\\w+) .*");
    private static final Pattern INDEX = Pattern.compile("create (?:unique )?index \\w+ on (\\w+) .*");
    private static final Pattern ADDS = Pattern.compile("create (?:unique )?index concurrently .*"
            + "|drop index concurrently if exists \\w+"
            + "|insert into id_locks .*"
            + "|alter table \\w+ add column (?!.*(?:not null|unique|primary key|check|references)).*");

    // A migration of a possible later version.
    private static final String LATER = """
        create table later (id bigint primary key);
        alter table accounts add column later text;
        alter table ledger add column later text default 'as before';
        """;

    @TempDir
    private Path later;

    @Test
    void d14_every_migration_after_the_first_adds_or_replaces_an_index_and_rewrites_no_table() throws IOException {
        try (var files = Files.walk(MIGRATIONS)) {
            var added = files.filter(Files::isRegularFile)
                    .filter(file ->
                            !FIRST.matcher(file.getFileName().toString()).matches())
                    .toList();
            assertThat(added).hasSizeGreaterThan(1);
            for (var file : added) {
                assertThat(otherThanAdditions(Files.readString(file)))
                        .as("" + file)
                        .isEmpty();
            }
        }
    }

    /** Flyway opens no database whose applied migrations have changed; tables that nothing uses any more stay in V1 and V5. */
    @Test
    void d14_the_migrations_of_earlier_databases_stay_as_they_were_applied() {
        assertThat(checksums("h2")).startsWith(1250139016, -1685937225, 1297062522, -674658973, 988030266);
        assertThat(checksums("postgresql"))
                .startsWith(
                        1770582759, -1960839201, -1543816319, 193092815, 284716660, 827028384, 1110141648, -1374424774);
    }

    private static List<Integer> checksums(String kind) {
        var migrations = flyway("jdbc:h2:mem:", "classpath:db/migration/" + kind)
                .load()
                .info()
                .all();
        return Stream.of(migrations).map(MigrationInfo::getChecksum).toList();
    }

    /** As docs/store.md tells operators whose migrations Flyway runs. */
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void flyway_runs_the_files_of_the_store(TestDatabase kind) throws SQLException {
        var url = kind.emptyUrl();
        var folder = kind == TestDatabase.H2 ? "h2" : "postgresql";
        flyway(url, "classpath:dev/operatorkit/wallet/jdbc/" + folder)
                .placeholders(Map.of("prefix", "casino_", "index", "casino_"))
                .load()
                .migrate();
        try (var source = new HikariDataSource()) {
            source.setJdbcUrl(url);
            try (var connection = source.getConnection();
                    var sql = connection.createStatement()) {
                sql.execute("create table players (id bigint primary key, balance bigint, currency varchar(10))");
            }
            WalletSchema.create(source, "casino_"); // finds them
            var store = JdbcWalletStore.builder(source)
                    .prefix("casino_")
                    .accounts(AccountTable.named("players"))
                    .build();
            assertThat(store.findTransaction("unknown")).isEmpty();
        }
    }

    /** An index of a large ledger takes longer than any page may (D14). */
    @Test
    void d14_a_migration_has_no_time_limit() throws SQLException {
        var url = TestDatabase.POSTGRES.emptyUrl();
        flyway(url, "classpath:db/migration/postgresql").target("1").load().migrate();
        try (var connection = DriverManager.getConnection(url);
                var sql = connection.createStatement()) {
            sql.execute("""
                create function reject_time_limit() returns event_trigger language plpgsql as $$
                begin
                  if current_setting('statement_timeout') <> '0' then raise 'a time limit'; end if;
                end $$\
                """);
            sql.execute("create event trigger no_time_limit on ddl_command_start execute function reject_time_limit()");
            sql.execute("set statement_timeout = '50s'");
            assertThat(catchThrowable(() -> sql.execute("create table limited (id bigint)")))
                    .hasMessageContaining("a time limit");
        }
        Database.open(TestDatabase.address(url)).close();
        assertThat(exists(url, "ledger_archive")).isTrue();
    }

    private static Stream<String> otherThanAdditions(String sql) {
        var own = new HashSet<String>();
        return Stream.of(sql.replaceAll("(?m)--.*$", "").split(";", -1))
                .map(statement -> statement.strip().replaceAll("\\s+", " "))
                .filter(statement -> {
                    var table = NEW_TABLE.matcher(statement);
                    var index = INDEX.matcher(statement);
                    return !(statement.isEmpty()
                            || (table.matches() && own.add(table.group(1)))
                            || (index.matches() && own.contains(index.group(1)))
                            || ADDS.matcher(statement).matches());
                });
    }

    /** A column needs its table for a moment, even from a reader such as an audit or pg_dump. */
    @Test
    void d14_a_column_waits_a_second_for_an_open_transaction_and_the_next_start_adds_it() throws Exception {
        var url = TestDatabase.POSTGRES.emptyUrl();
        Database.open(TestDatabase.address(url)).close();
        try (var reader = DriverManager.getConnection(url)) {
            reader.setAutoCommit(false);
            reader.createStatement().execute("select count(*) from ledger");

            var failure = catchThrowable(() -> startWith(LATER, url));

            assertThat(Startup.describe(failure))
                    .startsWith("the database waited a second for a lock that an open transaction holds");
            assertThat(exists(url, "later")).isFalse();
            reader.rollback();
        }
        startWith(LATER, url);
        assertThat(exists(url, "later")).isTrue();
    }

    @Test
    @Tag("slow")
    void d14_a_wallet_keeps_working_during_and_after_a_migration_by_a_later_version() throws Exception {
        var url = TestDatabase.POSTGRES.emptyUrl();
        var load = new DebitLoad();
        try (var old = WalletUnderTest.on(url)) {
            load.runDuring(old, () -> {
                load.awaitAnswers(100);
                startWith(LATER, url);
                load.awaitAnswers(100);
            });
            try (var restarted = WalletUnderTest.on(url)) {
                var bet = SignedCallback.debit("bet").player("player-1").stake("1");
                assertThat(restarted.send(bet)).isEqualTo(old.send(bet));
                assertThat(old.ready()).isEqualTo(restarted.ready()).isEqualTo(200);
            }
        }
        assertThat(load.refused()).isZero();
        assertThat(load.unknown()).isZero();
        load.assertAnsweredDebitsStored(url);
    }

    /** No table is partitioned by time, so no partition of a month can be missing. */
    @Test
    void d15_movements_can_be_stored_at_any_future_date_without_partitions() throws Exception {
        var url = TestDatabase.POSTGRES.freshUrl();
        for (var days : List.of(0, 3660)) {
            var clock = Clock.offset(Clock.systemUTC(), Duration.ofDays(days));
            try (var wallet = WalletUnderTest.at(clock, url)) {
                var bet = SignedCallback.debit("bet " + days).player("player-1").stake("1");
                var win = SignedCallback.credit("win " + days, "bet " + days)
                        .player("player-1")
                        .payout("2");
                assertThat(wallet.send(bet).status()).isEqualTo(200);
                assertThat(wallet.send(win).status()).isEqualTo(200);
            }
        }
        assertThat(WalletUnderTest.auditOf(url)).isEmpty();
        try (var connection = DriverManager.getConnection(url);
                var found = connection.createStatement().executeQuery("select count(*) from pg_partitioned_table")) {
            assertThat(found.next()).isTrue();
            assertThat(found.getInt(1)).isZero();
        }
    }

    /** Opens the database as a later version of the wallet would, whose migration is on the class path. */
    private void startWith(String migration, String url) throws IOException {
        var migrations = Files.createDirectories(later.resolve("db/migration/postgresql"));
        Files.writeString(migrations.resolve("V900__later.sql"), migration);
        var own = Thread.currentThread().getContextClassLoader();
        try (var loader = new URLClassLoader(new URL[] {later.toUri().toURL()}, own)) {
            Thread.currentThread().setContextClassLoader(loader);
            Database.open(TestDatabase.address(url)).close();
        } finally {
            Thread.currentThread().setContextClassLoader(own);
        }
    }

    private static boolean exists(String url, String relation) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var found = connection
                        .createStatement()
                        .executeQuery("select to_regclass('" + relation + "') is not null")) {
            return found.next() && found.getBoolean(1);
        }
    }

    private static FluentConfiguration flyway(String url, String location) {
        return Flyway.configure().dataSource(url, null, null).locations(location);
    }
}
