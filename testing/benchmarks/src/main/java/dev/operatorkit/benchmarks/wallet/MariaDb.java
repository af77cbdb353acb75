package dev.operatorkit.benchmarks.wallet;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;

/** Runs the MariaDB of Debian's package {@code mariadb-server} with settings that correspond to those of {@link Postgres}. */
final class MariaDb extends DatabaseServer {
    private static final String COMMANDS = """
        set -e
        own="--no-defaults --datadir=$PWD/data --user=$(id -un)"
        mariadb-install-db $own --auth-root-authentication-method=normal --skip-test-db
        exec mariadbd $own --port=%d --bind-address=127.0.0.1 --socket=$PWD/socket --pid-file=$PWD/pid \
          --skip-name-resolve --max-connections=700 --character-set-server=utf8mb4 --collation-server=utf8mb4_bin \
          --innodb-flush-log-at-trx-commit=1 --innodb-buffer-pool-size=%s --innodb-log-file-size=2G
        """;

    private final Path folder = Files.createTempDirectory("mariadb");
    private final int port;
    private final Process server;

    MariaDb() throws IOException {
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        var log = folder.resolve("log").toFile();
        server = new ProcessBuilder("sh", "-c", COMMANDS.formatted(port, quarterOfMemory()))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        while (!answers()) {
            if (!server.isAlive()) {
                throw new IllegalStateException("MariaDB did not start. It printed: " + Files.readString(log.toPath()));
            }
        }
    }

    private boolean answers() {
        try {
            DriverManager.getConnection(url(first())).close();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    String url(String database) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=root";
    }

    @Override
    String first() {
        return "mysql";
    }

    @Override
    long pid() {
        return server.pid();
    }

    @Override
    String writtenAhead() {
        return "show global status like 'Innodb_os_log_written'";
    }

    @Override
    String now() {
        return "select cast(utc_timestamp(3) as char)"; // as a time, the driver writes 80 ms as .80000
    }

    @Override
    public void close() throws IOException {
        server.destroy();
        server.onExit().join();
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
