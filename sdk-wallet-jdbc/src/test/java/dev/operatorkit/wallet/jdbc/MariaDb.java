package dev.operatorkit.wallet.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;

/** Runs the MariaDB server of Debian's package {@code mariadb-server} on a free port, with an empty folder. */
final class MariaDb {
    private static final Duration MAX_START = Duration.ofMinutes(1);

    // No test cuts the power, and a flush takes most of a commit's time.
    private static final String COMMANDS = """
        set -e
        PATH=$PATH:/usr/sbin
        own="--no-defaults --datadir=$PWD/data --user=$(id -un)"
        [ -d data ] || mariadb-install-db $own --auth-root-authentication-method=normal --skip-test-db
        exec mariadbd $own --port=%d --bind-address=127.0.0.1 --socket=$PWD/socket --pid-file=$PWD/pid \
          --max-connections=400 --skip-name-resolve --performance-schema=OFF --innodb-flush-log-at-trx-commit=2
        """;

    private final Path folder;
    private final int port;
    private Process server;

    MariaDb() {
        try {
            folder = Files.createTempDirectory("mariadb");
            try (var free = new ServerSocket(0)) {
                port = free.getLocalPort();
            }
            server = start();
            Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the URL of a database that is created when it is first used. */
    String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=root&createDatabaseIfNotExist=true";
    }

    /** Ends the server without a warning, and starts it again. */
    void killAndRestart() {
        try {
            server.destroyForcibly().onExit().join();
            server = start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process start() throws IOException {
        var log = folder.resolve("log");
        var started = new ProcessBuilder("sh", "-c", COMMANDS.formatted(port))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        var end = System.nanoTime() + MAX_START.toNanos();
        while (!answers()) {
            if (!started.isAlive() || System.nanoTime() > end) {
                started.destroyForcibly();
                throw new IllegalStateException("MariaDB did not start. It printed: " + Files.readString(log));
            }
            Thread.onSpinWait();
        }
        return started;
    }

    private boolean answers() {
        try {
            DriverManager.getConnection(url("mysql")).close();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private void close() {
        server.destroy();
        server.onExit().join();
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
