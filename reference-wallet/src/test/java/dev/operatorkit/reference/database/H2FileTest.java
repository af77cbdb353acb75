package dev.operatorkit.reference.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.reference.schema.Tables;
import dev.operatorkit.reference.store.Audit;
import dev.operatorkit.wallet.jdbc.LedgerAudit.Finding;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Instant;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class H2FileTest {
    private static final int DEBITS = 300;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "jdbc:h2:file:/srv/data/wallet, /srv/data/wallet.mv.db",
        "jdbc:h2:/srv/data/wallet;MODE=PostgreSQL, /srv/data/wallet.mv.db",
        "jdbc:h2:mem:wallet,",
        "jdbc:h2:tcp://localhost/wallet,",
        "jdbc:postgresql://localhost/wallet,"
    })
    void a_url_names_its_file(String url, Path file) {
        assertThat(H2File.of(url).map(H2File::file).orElse(null)).isEqualTo(file);
    }

    @Test
    void a_database_that_must_exist_is_not_created() {
        var file = folder.resolve("wallet.mv.db");
        H2File.of("jdbc:h2:file:" + folder.resolve("wallet") + ";ifexists=true")
                .orElseThrow()
                .prepare();
        assertThat(file).doesNotExist();
    }

    @Test
    void the_data_folder_and_its_files_are_closed_to_other_users_before_and_after_a_compaction() throws IOException {
        var data = folder.resolve("data");
        var file = data.resolve("wallet.mv.db");
        var address = new Database.Address("jdbc:h2:file:" + data.resolve("wallet"), "", "", null, 1);
        Database.open(address).close();
        assertThat(permissions(data)).isEqualTo("rwx------");
        assertThat(permissions(file)).isEqualTo("rw-------");
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        try (var database = Database.open(address)) {
            assertThat(permissions(data)).isEqualTo("rwx------");
            assertThat(permissions(file)).isEqualTo("rw-------");
            var rows = "create table filler as select repeat('x', 1000) as text from system_range(1, 20000)";
            database.reads().execute(rows);
            database.reads().execute("drop table filler");
        }
        assertThat(permissions(file)).isEqualTo("rw-------");
    }

    /** H2 would write the stack trace of each failure next to its file, until the disk is full again (D3 of the fault matrix). */
    @Test
    void a_failure_leaves_no_file_next_to_the_database() throws IOException {
        var address = new Database.Address("jdbc:h2:file:" + folder.resolve("wallet"), "", "", null, 1);
        try (var database = Database.open(address)) {
            assertThatThrownBy(() -> database.reads().execute("select * from no_such_table"))
                    .isInstanceOf(DataAccessException.class);
        }
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(folder.resolve("wallet.mv.db"));
        }
    }

    @Test
    void a_clean_stop_compacts_the_database_file_without_losing_data() throws Exception {
        var url = "jdbc:h2:file:" + folder.resolve("wallet");
        var file = folder.resolve("wallet.mv.db");
        long before;
        try (var wallet = WalletUnderTest.on(url)) {
            for (var i = 0; i < DEBITS; i++) {
                wallet.send(SignedCallback.debit("bet-" + i).player("player-1").stake("0.01"));
            }
            before = Files.size(file);
        }
        System.out.println(before / 1024 + " KiB before the stop, " + Files.size(file) / 1024 + " KiB after it");
        assertThat(Files.size(file)).isLessThan(before / 4);
        try (var database = Database.open(new Database.Address(url, "", "", null, 1))) {
            assertThat(Audit.run(database)).allMatch(Finding::holds);
            assertThat(database.reads().fetchCount(Tables.LEDGER)).isEqualTo(DEBITS);
        }
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(file);
        }
    }

    @Test
    void a_restored_database_stays_ready_once_a_person_has_said_so() throws SQLException {
        var address = new Database.Address("jdbc:h2:file:" + folder.resolve("restored"), "", "", null, 1);
        try (var database = Database.open(address);
                var session = database.checkSession()) {
            database.restored(Instant.EPOCH);
            for (var check = 0; check < 3; check++) {
                assertThat(database.history().check(session.open()).isReady()).isTrue();
            }
            assertThat(database.history().restoredTo()).isEqualTo(Instant.EPOCH);
        }
    }

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
