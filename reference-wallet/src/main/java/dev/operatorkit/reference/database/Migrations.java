package dev.operatorkit.reference.database;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;
import org.jooq.exception.DataAccessException;

/** Applies the migrations of a database. Each kind of database has its own, so their numbers differ. */
final class Migrations {
    private Migrations() {}

    /** Throws an exception unless the database has tables of a wallet. */
    static void requireApplied(DataSource source, String url) {
        try (var connection = source.getConnection();
                var tables = connection.getMetaData().getTables(null, connection.getSchema(), "ledger", null)) {
            if (!tables.next()) {
                throw new IllegalStateException("the database " + Database.Address.shown(url)
                        + " has no wallet tables. Check --db; the wallet creates them when it starts.");
            }
        } catch (SQLException e) {
            throw new DataAccessException("the tables of the database could not be listed", e);
        }
    }

    /** Migrates, and returns the versions of all migrations of this wallet; the database may have later ones too. */
    static Set<String> apply(DataSource source, boolean remote) {
        var configuration = Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/migration/" + (remote ? "postgresql" : "h2"));
        // Otherwise Flyway holds a transaction open, for which `create index concurrently` would wait forever.
        configuration
                .getPluginRegister()
                .getExact(PostgreSQLConfigurationExtension.class)
                .setTransactionalLock(false);
        var flyway = configuration.load();
        flyway.migrate();
        return Arrays.stream(flyway.info().all())
                .filter(migration -> migration.getState().isResolved())
                .map(migration -> migration.getVersion().getVersion())
                .collect(Collectors.toUnmodifiableSet());
    }
}
