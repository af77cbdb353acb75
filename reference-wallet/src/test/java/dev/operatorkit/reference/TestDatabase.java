package dev.operatorkit.reference;

import dev.operatorkit.reference.store.Database;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates empty databases of both kinds. */
public enum TestDatabase {
    /** H2 in memory; a few tests use the file form. */
    H2 {
        @Override
        public String freshUrl() {
            return "jdbc:h2:mem:wallet" + NUMBER.incrementAndGet() + ";DB_CLOSE_DELAY=-1";
        }
    },

    /** Provides PostgreSQL 18 from the embedded binaries, with one server for all tests. */
    POSTGRES {
        @Override
        public String freshUrl() {
            var name = "wallet" + NUMBER.incrementAndGet();
            try (var connection = Server.RUNNING.getPostgresDatabase().getConnection();
                    var statement = connection.createStatement()) {
                statement.execute("create database " + name);
                return Server.RUNNING.getJdbcUrl("postgres", name);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** Creates an empty database and returns its URL. */
    public abstract String freshUrl();

    /** Returns the connection settings of a URL, to open a database without a wallet. */
    public static Database.Address address(String url) {
        return new Database.Address(url, "", "", null, 4);
    }

    private static final class Server {
        static final EmbeddedPostgres RUNNING = start();

        private static EmbeddedPostgres start() {
            try {
                var server = EmbeddedPostgres.builder()
                        .setDataDirectory(Files.createTempDirectory("postgres"))
                        .setServerConfig("max_connections", "200")
                        .setServerConfig("fsync", "off") // no power failure here; the load and fault tests turn it on
                        .start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void close(EmbeddedPostgres server) {
            try {
                server.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
