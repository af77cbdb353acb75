package dev.operatorkit.reference.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.operatorkit.reference.WalletUnderTest;
import dev.operatorkit.wallet.testkit.SignedCallback;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class H2CompactionTest {
    private static final int DEBITS = 300;

    @TempDir
    private Path folder;

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
            assertThat(Audit.run(database)).allMatch(Audit.Finding::holds);
            assertThat(database.reads().fetchCount(dev.operatorkit.reference.schema.Tables.LEDGER))
                    .isEqualTo(DEBITS);
        }
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(file);
        }
    }
}
