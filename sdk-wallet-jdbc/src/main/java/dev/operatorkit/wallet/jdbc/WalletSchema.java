package dev.operatorkit.wallet.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Creates the tables of {@link JdbcWalletStore}, all but that of the accounts. The statements are plain SQL files in this jar, in
 * {@code dev/operatorkit/wallet/jdbc/postgresql}, {@code mysql} and {@code h2}: run them by Flyway or Liquibase, with the placeholders {@code prefix} and
 * {@code index} for the text before the names of tables and of indexes, or by {@link #create}. Thread-safe.
 */
public final class WalletSchema {
    /** The text before the names of the tables if no other one is given. */
    public static final String PREFIX = "wallet_";

    private static final Pattern NAME = Pattern.compile("(\\w+\\.)?\\w*");
    private static final List<String> FILES = List.of("V1__movements.sql");

    private WalletSchema() {}

    /** Creates the tables that do not exist yet, with names that begin with {@value #PREFIX}. */
    public static void create(DataSource dataSource) {
        create(dataSource, PREFIX);
    }

    /** Creates the tables that do not exist yet, with this text before their names; {@code casino.} creates them in a schema that exists. */
    public static void create(DataSource dataSource, String prefix) {
        requirePrefix(prefix);
        try (var connection = dataSource.getConnection()) {
            var dialect = Dialect.of(connection);
            run(connection, List.of(dialect.lockSchema()));
            try {
                if (!isThere(connection, prefix + "ledger")) {
                    for (var file : FILES) {
                        run(connection, statements(dialect, file, prefix).toList());
                    }
                } else if (!isThere(
                        connection, prefix + (dialect.locksRowsForIds() ? "id_locks" : "account_versions"))) {
                    throw new IllegalStateException("Not all tables with the prefix " + prefix
                            + " are there: a start was" + " interrupted. Drop those that are, if they are empty.");
                }
                if (!connection.getAutoCommit()) {
                    connection.commit();
                }
            } finally {
                run(connection, List.of(dialect.unlockSchema()));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("The tables of the wallet could not be created: " + e.getMessage(), e);
        }
    }

    static boolean isThere(Connection connection, String table) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.executeQuery("select 1 from " + table + " where 1 = 0").close();
            return true;
        } catch (SQLException e) {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return false;
        }
    }

    private static void run(Connection connection, List<String> statements) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Returns the statements of a file. None contains a semicolon in a text. */
    private static Stream<String> statements(Dialect dialect, String file, String prefix) {
        var name = dialect.folder() + "/" + file;
        try (var text = Objects.requireNonNull(WalletSchema.class.getResourceAsStream(name), name)) {
            var sql = new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll("(?m)--.*$", "")
                    .replace("${prefix}", prefix)
                    .replace("${index}", prefix.substring(prefix.indexOf('.') + 1));
            return Stream.of(sql.split(";")).map(String::strip).filter(statement -> !statement.isEmpty());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String requirePrefix(String prefix) {
        if (!NAME.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "The prefix " + prefix + " must be a schema with a point, or the beginning of a name.");
        }
        return prefix;
    }
}
