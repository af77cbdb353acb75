package dev.operatorkit.reference;

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
final class OwnPostgres implements AutoCloseable {
    private final AtomicInteger databases = new AtomicInteger();
    private final Path data;
    private final EmbeddedPostgres server;

    OwnPostgres(Path folder) throws IOException {
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
        var name = "storm" + databases.incrementAndGet();
        try (var connection = server.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
        }
        return server.getJdbcUrl("postgres", name);
    }

    /** Restarts it with its original command line. */
    void startAgain() throws IOException {
        run(List.of(), words());
    }

    /** Returns true when {@code strace} is installed and permitted. */
    static boolean mayTrace() throws InterruptedException {
        try {
            return new ProcessBuilder("strace", "-qq", "-o", "/dev/null", "true")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Starts it with a broken disk (D4): under {@code strace}, every hundredth sync of the write-ahead log in each process
     * fails, recorded in {@code log}. libfiu cannot be loaded into PostgreSQL, since both define a function
     * {@code hash_create}.
     */
    void startAgainOnABadDisk(Path log) throws IOException {
        var strace = "strace -f --seccomp-bpf -qq -e signal=none -e trace=fdatasync"
                + " -e inject=fdatasync:error=EIO:when=100+100 -o";
        List<String> under = new ArrayList<>(List.of(strace.split(" ", -1)));
        under.add(log.toString());
        run(under, words());
    }

    /** Returns true when it accepts connections. */
    boolean answers() {
        try (var connection = server.getPostgresDatabase().getConnection()) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    /** Stops it with {@code pg_ctl stop -m fast}, which ends the sessions and rolls back their transactions. */
    void stop() throws IOException, InterruptedException {
        var program = Path.of(words().get(0)).resolveSibling("pg_ctl");
        assertThat(run(List.of(), List.of(program.toString(), "stop", "-w", "-m", "fast", "-D", data.toString()))
                        .waitFor())
                .isZero();
    }

    /** Stops every process where it stands: connections are taken and nothing is answered, until {@link #resume}. */
    void pause() throws IOException, InterruptedException {
        signal("-STOP");
    }

    /** Lets every process go on. */
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

    /** The first process and all that it has begotten, at once. */
    void kill() throws IOException {
        var postmaster = postmaster();
        List<ProcessHandle> all = postmaster.descendants().toList();
        postmaster.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !postmaster.isAlive() && all.stream().noneMatch(ProcessHandle::isAlive));
    }

    private List<String> words() throws IOException {
        var said = Files.readString(data.resolve("postmaster.opts")).strip();
        return Stream.of(said.split(" (?=\")", -1))
                .map(word -> word.replace("\"", ""))
                .toList();
    }

    private static Process run(List<String> under, List<String> words) throws IOException {
        List<String> command = new ArrayList<>(under);
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(List.of("unshare", "-U")); // PostgreSQL does not run as root
        }
        command.addAll(words);
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
