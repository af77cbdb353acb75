package dev.operatorkit.benchmarks.wallet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Runs a Citus cluster with {@code testing/benchmarks/citus}, limits the disks of its workers, and reads what they wrote. */
final class CitusCluster implements AutoCloseable {
    /**
     * Keeps checkpoints, vacuum and new write-ahead files out of passes of a few seconds, in which they would count by chance, and
     * makes room for the sessions of several wallets.
     */
    private static final String SETTINGS = """
        max_wal_size = 8GB
        checkpoint_timeout = 1h
        wal_init_zero = off
        autovacuum = off
        bgwriter_lru_maxpages = 0
        """;

    private final Path folder;
    private final int firstPort;
    private final int workers;

    private CitusCluster(Path folder, int firstPort, int workers) {
        this.folder = folder;
        this.firstPort = firstPort;
        this.workers = workers;
    }

    /** Starts a coordinator and this many workers. */
    static CitusCluster start(int workers) throws IOException, InterruptedException {
        run(List.of("up", "" + workers));
        var environment = System.getenv();
        return new CitusCluster(
                Path.of(environment.getOrDefault("CITUS_DIR", "/tmp/operatorkit-citus")),
                Integer.parseInt(environment.getOrDefault("CITUS_PORT", "24300")),
                workers);
    }

    /** Creates a database on the coordinator and this many workers, and returns its URL. */
    String database(String name, int workersOfIt) throws IOException, InterruptedException {
        return run(List.of("database", name, "" + workersOfIt)).strip();
    }

    /** Lets the disk of each worker write this many bytes a second; 0 for any number. */
    void limit(long bytes) throws IOException, InterruptedException {
        run(List.of("limit", "" + bytes));
    }

    /**
     * Holds what a worker has done so far.
     *
     * @param diskBytes the bytes that its processes wrote to the disk
     * @param diskWrites the number of these writes
     * @param flushes the flushes of its write-ahead log
     * @param walBytes the bytes of its write-ahead log
     */
    record Written(long diskBytes, long diskWrites, long flushes, long walBytes) {
        Written since(Written earlier) {
            return new Written(
                    diskBytes - earlier.diskBytes,
                    diskWrites - earlier.diskWrites,
                    flushes - earlier.flushes,
                    walBytes - earlier.walBytes);
        }

        Written plus(Written other) {
            return new Written(
                    diskBytes + other.diskBytes,
                    diskWrites + other.diskWrites,
                    flushes + other.flushes,
                    walBytes + other.walBytes);
        }
    }

    /** Returns what each worker has written so far. */
    List<Written> written() throws IOException, InterruptedException {
        var written = new ArrayList<Written>();
        for (var line : run(List.of("written")).lines().toList()) {
            var fields = Arrays.stream(line.split(" ", -1))
                    .mapToLong(Long::parseLong)
                    .toArray();
            var wal = numbers(
                    workerUrl((int) fields[0]),
                    "select wal_sync, (pg_current_wal_insert_lsn() - '0/0')::bigint from pg_stat_wal");
            written.add(new Written(fields[1], fields[2], wal[0], wal[1]));
        }
        return written;
    }

    private String workerUrl(int worker) {
        return "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres".formatted(firstPort + worker);
    }

    /** Returns the columns of the only row that a query finds. */
    static long[] numbers(String url, String query) {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            rows.next();
            var columns = new long[rows.getMetaData().getColumnCount()];
            for (var column = 0; column < columns.length; column++) {
                columns[column] = rows.getLong(column + 1);
            }
            return columns;
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    /** Returns the processor time of the wallet and the coordinator, and then that of each worker as PostgreSQL's. */
    List<ProcessorTime> processorTimes(long wallet) {
        return IntStream.rangeClosed(0, workers)
                .mapToObj(node -> ProcessorTime.read(node == 0 ? List.of(wallet) : List.of(), postmaster(node)))
                .toList();
    }

    private long postmaster(int node) {
        try {
            return Long.parseLong(Files.readAllLines(folder.resolve("node-" + node + "/postmaster.pid"))
                    .getFirst()
                    .strip());
        } catch (IOException e) {
            throw new IllegalStateException("Node " + node + " does not run. See its log in " + folder, e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            run(List.of("down"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String run(List<String> arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("testing/benchmarks/citus"));
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(Map.of("CITUS_SETTINGS", SETTINGS));
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command + " failed. It printed: " + said);
        }
        return said;
    }
}
