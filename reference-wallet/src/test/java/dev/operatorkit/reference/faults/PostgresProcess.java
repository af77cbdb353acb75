package dev.operatorkit.reference.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Runs a PostgreSQL for a single test, with fsync on, that can be killed, stopped and restarted. */
final class PostgresProcess implements AutoCloseable {
    private static final List<String> NOT_AS_ROOT = List.of("unshare", "-U"); // PostgreSQL does not run as root

    private final AtomicInteger databases = new AtomicInteger();
    private final Path data;
    private final EmbeddedPostgres server;

    PostgresProcess(Path folder) throws IOException {
        data = folder.resolve("data");
        server = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPGStartupWait(Duration.ofMinutes(1))
                .setServerConfig("fsync", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
    }

    /** Returns the URL of a new database. */
    String freshUrl() throws SQLException {
        var name = "load" + databases.incrementAndGet();
        try (var connection = server.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        return server.getJdbcUrl("postgres", name);
    }

    /** Restarts it with its original command line. */
    void restart() throws IOException {
        run(commandLine());
    }

    /** Stops it with {@code pg_ctl stop -m fast}, which ends the sessions and rolls back their transactions. */
    void stop() throws IOException, InterruptedException {
        var program = Path.of(commandLine().get(0)).resolveSibling("pg_ctl");
        assertThat(run(List.of(program.toString(), "stop", "-w", "-m", "fast", "-D", data.toString()))
                        .waitFor())
                .isZero();
    }

    /** Suspends every process, so that connections are accepted but not answered until {@link #resume}. */
    void pause() throws IOException, InterruptedException {
        signal("-STOP");
    }

    /** Resumes every process. */
    void resume() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        var postmaster = postmaster();
        List<String> command = new ArrayList<>(List.of("kill", signal, String.valueOf(postmaster.pid())));
        postmaster.descendants().forEach(process -> command.add(String.valueOf(process.pid())));
        new ProcessBuilder(command).start().waitFor();
    }

    private ProcessHandle postmaster() throws IOException {
        var first = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0));
        return ProcessHandle.of(first).orElseThrow();
    }

    /** Kills the first process and all its descendants. */
    void kill() throws IOException {
        var postmaster = postmaster();
        List<ProcessHandle> all = postmaster.descendants().toList();
        postmaster.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !postmaster.isAlive() && all.stream().noneMatch(ProcessHandle::isAlive));
    }

    private List<String> commandLine() throws IOException {
        var options = Files.readString(data.resolve("postmaster.opts")).strip();
        return Stream.of(options.split(" (?=\")", -1))
                .map(word -> word.replace("\"", ""))
                .toList();
    }

    private static Process run(List<String> program) throws IOException {
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(NOT_AS_ROOT);
        }
        command.addAll(program);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
