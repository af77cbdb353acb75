package dev.operatorkit.examples;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** Starts one PostgreSQL for all tests of the examples. */
public final class Postgres {
    private static final EmbeddedPostgres SERVER = start();
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private Postgres() {}

    /** Creates an empty database and returns its JDBC URL. */
    public static String freshUrl() {
        var name = "examples" + NUMBER.incrementAndGet();
        try (var connection = SERVER.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
            return SERVER.getJdbcUrl("postgres", name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a pool of a database with these tables, as in production: a new connection per unit of work would take most of a contract's time. */
    public static HikariDataSource pool(String schema) {
        var config = new HikariConfig();
        config.setJdbcUrl(freshUrl());
        config.setMaximumPoolSize(100);
        config.setMinimumIdle(1);
        var pool = new HikariDataSource(config);
        new ResourceDatabasePopulator(new ClassPathResource(schema)).execute(pool);
        return pool;
    }

    private static EmbeddedPostgres start() {
        try {
            // No test of the examples cuts the power, so durability is not needed.
            var server = EmbeddedPostgres.builder()
                    .setDataDirectory(Files.createTempDirectory("postgres"))
                    .setServerConfig("fsync", "off")
                    .setServerConfig("max_connections", "300")
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
