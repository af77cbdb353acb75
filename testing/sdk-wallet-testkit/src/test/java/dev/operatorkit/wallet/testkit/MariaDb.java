package dev.operatorkit.wallet.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs MariaDB as installed by Debian's {@code mariadb-server}, with its data in a folder of the test. */
final class MariaDb implements AutoCloseable {
    private static final long START_SECONDS = 60;

    private final AtomicInteger databases = new AtomicInteger();
    private final Path folder;
    private final int port;
    private final Process server;

    MariaDb(Path folder) {
        this.folder = folder;
        try {
            port = freePort();
            run("mariadb-install-db", "--auth-root-authentication-method=normal", "--skip-test-db");
            server = start();
            awaitStart();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while MariaDB started", e);
        }
    }

    /** Returns its address. */
    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Creates an empty database and returns its name. */
    String createDatabase() throws SQLException {
        var name = "test" + databases.incrementAndGet();
        try (var connection = DriverManager.getConnection(url("", port));
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        return name;
    }

    /** Returns the URL of a database, reached by this port. */
    static String url(String database, int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + database + "?user=root";
    }

    private Process start() throws IOException {
        // No test cuts the power, and a flush takes most of a commit's time.
        return command(
                        "mariadbd",
                        "--port=" + port,
                        "--bind-address=127.0.0.1",
                        "--socket=" + folder.resolve("socket"),
                        "--skip-name-resolve",
                        "--max-connections=500",
                        "--innodb-flush-log-at-trx-commit=2",
                        "--performance-schema=OFF")
                .start();
    }

    private void awaitStart() throws InterruptedException {
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (true) {
            try {
                DriverManager.getConnection(url("", port)).close();
                return;
            } catch (SQLException e) {
                if (System.nanoTime() > end || server.waitFor(50, TimeUnit.MILLISECONDS)) {
                    close();
                    throw new IllegalStateException("MariaDB does not start:\n" + log(), e);
                }
            }
        }
    }

    private String log() {
        try {
            return Files.readString(folder.resolve("log"));
        } catch (IOException e) {
            return "no log: " + e.getMessage();
        }
    }

    private void run(String... program) throws IOException, InterruptedException {
        if (command(program).start().waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", program) + " failed:\n" + log());
        }
    }

    private ProcessBuilder command(String... program) {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(1, List.of("--no-defaults", "--datadir=" + folder.resolve("data")));
        if (System.getProperty("user.name").equals("root")) {
            command.add("--user=root");
        }
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        server.destroy();
        try {
            if (!server.waitFor(START_SECONDS, TimeUnit.SECONDS)) {
                server.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            server.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
