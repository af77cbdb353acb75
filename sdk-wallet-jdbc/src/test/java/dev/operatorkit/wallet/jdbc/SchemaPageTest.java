package dev.operatorkit.wallet.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.WireAmount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares docs/store.md with the tables that the files create. */
class SchemaPageTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`\\w+`(?:, `\\w+`)*+) \\|[^|]*\\|([^|]*)\\|$");
    private static final Pattern WORD = Pattern.compile("`([^`]+)`( \\(unique\\))?");
    private static final int ROUNDS = 8_000;
    private static final int PLAYERS = 100;

    private static String page() throws IOException {
        return Files.readString(Path.of("../docs/store.md"));
    }

    @ParameterizedTest
    @EnumSource
    void the_page_lists_each_table_with_its_indexes(Server server) throws SQLException, IOException {
        var described = new TreeSet<String>();
        ROW.matcher(page())
                .results()
                .forEach(row -> WORD.matcher(row.group(1))
                        .results()
                        .forEach(table -> WORD.matcher(row.group(2))
                                .results()
                                .forEach(index -> described.add(table.group(1) + ": " + index.group()))));
        if (server == Server.POSTGRESQL) {
            described.removeIf(index -> index.startsWith("id_locks"));
        }
        try (var source = server.open()) {
            WalletSchema.create(source);
            assertThat(indexes(source)).isEqualTo(described);
        }
    }

    private static TreeSet<String> indexes(DataSource source) throws SQLException {
        var found = new TreeSet<String>();
        try (var connection = source.getConnection()) {
            var data = connection.getMetaData();
            var tables = new TreeSet<String>();
            try (var rows = data.getTables(
                    connection.getCatalog(), connection.getSchema(), "%", new String[] {"TABLE", "BASE TABLE"})) {
                while (rows.next()) {
                    tables.add(rows.getString("TABLE_NAME"));
                }
            }
            for (var table : tables) {
                var columns = new TreeMap<String, TreeMap<Integer, String>>();
                try (var rows =
                        data.getIndexInfo(connection.getCatalog(), connection.getSchema(), table, false, true)) {
                    while (rows.next()) {
                        if (rows.getString("INDEX_NAME") != null) {
                            columns.computeIfAbsent(
                                            rows.getString("INDEX_NAME")
                                                    + (rows.getBoolean("NON_UNIQUE") ? "" : "|unique"),
                                            name -> new TreeMap<>())
                                    .put(rows.getInt("ORDINAL_POSITION"), rows.getString("COLUMN_NAME"));
                        }
                    }
                }
                columns.forEach((name, of) -> found.add(
                        (table.replaceFirst("(?i)^wallet_", "") + ": `" + String.join(", ", of.values()) + "`")
                                .toLowerCase(Locale.ROOT)
                                .concat(name.endsWith("|unique") ? " (unique)" : "")));
            }
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "POSTGRESQL; select sum(pg_total_relation_size(oid)) from pg_class where relname in"
                        + " ('wallet_ledger', 'wallet_rounds')",
                "MARIADB; select sum(data_length + index_length) from information_schema.tables where table_schema ="
                        + " database() and table_name in ('wallet_ledger', 'wallet_rounds')"
            })
    @Tag("slow")
    void a_round_takes_as_much_space_as_the_page_says(Server server, String size) throws SQLException, IOException {
        try (var source = Mapping.TEXT_MINOR.open(server)) {
            for (var player = 0; player < PLAYERS; player++) {
                Mapping.TEXT_MINOR.openAccount(source, "player-" + player, new Money(1_000, CurrencyCode.of("EUR")));
            }
            var before = number(source, size);
            var amount = WireAmount.of(new Money(1, CurrencyCode.of("EUR")));
            try (var wallet = TransactionalWallet.builder(Mapping.TEXT_MINOR.store(source), KilledServerTest.NO_PLAYERS)
                    .build()) {
                IntStream.range(0, ROUNDS).parallel().forEach(number -> {
                    var player = "player-" + number % PLAYERS;
                    var round = UUID.randomUUID().toString();
                    var debit = UUID.randomUUID().toString();
                    wallet.debit(
                            new Debit(debit, round, player, null, null, amount, "bet", null), CallbackContext.ofBody());
                    wallet.credit(
                            new Credit(UUID.randomUUID().toString(), debit, round, player, null, amount, "win", null),
                            CallbackContext.ofBody());
                });
            }
            if (server == Server.MARIADB) {
                Mapping.execute(source, "analyze table wallet_ledger, wallet_rounds");
            }
            var bytes = (number(source, size) - before) / ROUNDS;
            var said = Pattern.compile("([0-9,]+) bytes on " + server, Pattern.CASE_INSENSITIVE)
                    .matcher(page());
            assertThat(said.find()).as("a round takes %s bytes", bytes).isTrue();
            assertThat(bytes).isCloseTo(Long.parseLong(said.group(1).replace(",", "")), withinPercentage(20));
        }
    }

    private static long number(DataSource source, String query) throws SQLException {
        try (var connection = source.getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
