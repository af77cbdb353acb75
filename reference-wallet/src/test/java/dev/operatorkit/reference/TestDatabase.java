package dev.operatorkit.reference;

import dev.operatorkit.reference.database.Database;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Creates databases of both kinds. */
public enum TestDatabase {
    /** H2 in memory; a few tests use the file form. */
    H2 {
        @Override
        public String freshUrl() {
            return emptyUrl();
        }

        @Override
        public String emptyUrl() {
            return "jdbc:h2:mem:wallet" + NUMBER.incrementAndGet() + ";DB_CLOSE_DELAY=-1";
        }
    },

    /** Provides PostgreSQL 18 from the embedded binaries, with one server for all tests. */
    POSTGRES {
        @Override
        public String freshUrl() {
            return copyOf(Template.URL);
        }

        @Override
        public String emptyUrl() {
            return Server.create("");
        }
    };

    /** Returns PostgreSQL, and also H2 with {@code -Dthorough}: for what depends on locks and transactions. */
    static Stream<TestDatabase> postgresFirst() {
        return Boolean.getBoolean("thorough") ? Stream.of(POSTGRES, H2) : Stream.of(POSTGRES);
    }

    /** Returns H2, and also PostgreSQL with {@code -Dthorough}, which takes five times as long: for what hardly depends on the database. */
    static Stream<TestDatabase> h2First() {
        return Boolean.getBoolean("thorough") ? Stream.of(H2, POSTGRES) : Stream.of(H2);
    }

    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** Creates a database that no wallet has used, and returns its URL. Where migrations take long, they have been applied. */
    public abstract String freshUrl();

    /** Creates a database without any tables and returns its URL. */
    public abstract String emptyUrl();

    /** Creates a copy of a PostgreSQL database without connections, and returns its URL. */
    public static String copyOf(String url) {
        // Not through the log of the server, which takes three times as long.
        return Server.create(" template " + Server.name(url) + " strategy file_copy");
    }

    /** Returns the connection settings of a URL, to open a database without a wallet. */
    public static Database.Address address(String url) {
        return new Database.Address(url, "", "", null, 4);
    }

    /** Holds a database with all migrations, which PostgreSQL copies in a fraction of the time that they take. */
    private static final class Template {
        static final String URL = migrated();

        private static String migrated() {
            var url = Server.create("");
            Database.open(address(url)).close();
            return url;
        }
    }

    private static final class Server {
        static final EmbeddedPostgres RUNNING = start();

        /** Creates a database and returns its URL. */
        static String create(String options) {
            var name = "wallet" + NUMBER.incrementAndGet();
            try (var connection = RUNNING.getPostgresDatabase().getConnection();
                    var statement = connection.createStatement()) {
                statement.execute("create database " + name + options);
                return RUNNING.getJdbcUrl("postgres", name);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        static String name(String url) {
            return url.replaceFirst("\\?.*", "").replaceFirst(".*/", "");
        }

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
