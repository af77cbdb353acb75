package dev.operatorkit.wallet.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs the MariaDB server of Debian's package on a free port, with an empty folder. */
final class MariaDb {
    private static final Duration MAX_START = Duration.ofMinutes(1);

    private final Path folder;
    private final int port;
    private Process server;

    MariaDb() {
        try {
            folder = Files.createTempDirectory("mariadb");
            try (var free = new ServerSocket(0)) {
                port = free.getLocalPort();
            }
            run("mariadb-install-db", "--auth-root-authentication-method=normal", "--skip-test-db");
            server = start();
            await();
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
            server.destroyForcibly().waitFor();
            server = start();
            await();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Process start() throws IOException {
        return command(
                        "mariadbd",
                        "--port=" + port,
                        "--bind-address=127.0.0.1",
                        "--socket=" + folder.resolve("socket"),
                        "--pid-file=" + folder.resolve("pid"),
                        "--max-connections=400",
                        "--skip-name-resolve",
                        "--performance-schema=OFF",
                        // No test cuts the power, and a flush takes most of a commit's time.
                        "--innodb-flush-log-at-trx-commit=2")
                .start();
    }

    private void run(String... command) throws IOException {
        try {
            if (command(command).start().waitFor() != 0) {
                throw new IllegalStateException(Files.readString(folder.resolve("log")));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private ProcessBuilder command(String... command) {
        var all = Stream.of(
                        List.of(
                                program(command[0]),
                                "--no-defaults",
                                "--datadir=" + folder.resolve("data"),
                                "--user=" + System.getProperty("user.name")),
                        List.of(command).subList(1, command.length))
                .flatMap(List::stream)
                .toList();
        return new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    }

    private static String program(String name) {
        return Stream.of("/usr/sbin/", "/usr/bin/")
                .map(place -> place + name)
                .filter(path -> Files.isExecutable(Path.of(path)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(name + " is missing: install mariadb-server"));
    }

    private void await() {
        var end = System.nanoTime() + MAX_START.toNanos();
        while (true) {
            try {
                DriverManager.getConnection(url("mysql")).close();
                return;
            } catch (SQLException e) {
                if (!server.isAlive() || System.nanoTime() > end) {
                    throw new IllegalStateException("MariaDB did not start; see " + folder.resolve("log"), e);
                }
                Thread.onSpinWait();
            }
        }
    }

    private void close() {
        try {
            server.destroy();
            if (!server.waitFor(10, TimeUnit.SECONDS)) {
                server.destroyForcibly().waitFor();
            }
            try (var files = Files.walk(folder)) {
                for (var file :
                        files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
