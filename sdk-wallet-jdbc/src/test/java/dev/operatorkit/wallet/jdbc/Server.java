package dev.operatorkit.wallet.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Lists the database servers of the tests, each started when it is first used. */
enum Server {
    POSTGRESQL,
    H2,
    MARIADB;

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static @Nullable EmbeddedPostgres postgres;
    private static @Nullable MariaDb mariaDb;

    /** Returns a pool of a new database. */
    HikariDataSource open() {
        var config = new HikariConfig();
        config.setJdbcUrl(freshUrl());
        config.setMaximumPoolSize(100);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    /** Returns the address in a URL; H2 has none. */
    Optional<InetSocketAddress> address(String url) {
        if (this == H2) {
            return Optional.empty();
        }
        var uri = URI.create(url.substring("jdbc:".length()));
        return Optional.of(new InetSocketAddress(uri.getHost(), uri.getPort()));
    }

    /** Returns a pool of the same database by another address, with connections that end soon. */
    HikariDataSource throughNetwork(HikariDataSource source, InetSocketAddress address) {
        var uri = URI.create(source.getJdbcUrl().substring("jdbc:".length()));
        var config = new HikariConfig();
        config.setJdbcUrl(
                source.getJdbcUrl().replace(uri.getAuthority(), address.getHostString() + ":" + address.getPort()));
        config.setMinimumIdle(0);
        config.setMaximumPoolSize(2);
        config.setIdleTimeout(10_000);
        return new HikariDataSource(config);
    }

    /** Kills the server; it runs again afterwards. */
    void kill(HikariDataSource source) throws SQLException {
        if (this == MARIADB) {
            mariaDb().killAndRestart();
            return;
        }
        // PostgreSQL ends all its processes when one was killed, and starts as after a crash.
        try (var connection = DriverManager.getConnection(source.getJdbcUrl());
                var other = DriverManager.getConnection(source.getJdbcUrl());
                var pid = connection.createStatement().executeQuery("select pg_backend_pid()")) {
            pid.next();
            ProcessHandle.of(pid.getLong(1)).orElseThrow().destroyForcibly();
            while (other.isValid(1)) {
                Thread.onSpinWait();
            }
        }
        source.getHikariPoolMXBean().softEvictConnections();
    }

    private String freshUrl() {
        var name = "wallet" + NUMBER.incrementAndGet();
        return switch (this) {
            case POSTGRESQL -> postgres(name);
            case H2 -> "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
            case MARIADB -> mariaDb().url(name);
        };
    }

    static synchronized MariaDb mariaDb() {
        if (mariaDb == null) {
            mariaDb = new MariaDb();
        }
        return mariaDb;
    }

    private static synchronized String postgres(String name) {
        try {
            if (postgres == null) {
                // No test of this module cuts the power, so only a crash of the server has to be survived.
                var server = EmbeddedPostgres.builder()
                        .setDataDirectory(Files.createTempDirectory("postgres"))
                        .setServerConfig("fsync", "off")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("max_connections", "300")
                        .start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
                postgres = server;
            }
            try (var connection = postgres.getPostgresDatabase().getConnection();
                    var statement = connection.createStatement()) {
                statement.execute("create database " + name);
            }
            return postgres.getJdbcUrl("postgres", name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
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
