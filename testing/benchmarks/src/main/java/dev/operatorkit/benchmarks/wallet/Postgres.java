package dev.operatorkit.benchmarks.wallet;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Runs PostgreSQL 18 with durable commits, as in production, and pgbench against it. */
final class Postgres extends DatabaseServer {
    private static final Pattern PER_SECOND = Pattern.compile("(?m)^tps = ([0-9.]+)");
    private static final Pattern TRANSACTIONS =
            Pattern.compile("(?m)^number of transactions actually processed: ([0-9]+)");
    /** Sets the planner as the wallet's sessions do, for pgbench and the peers too. */
    static final String INDEX_PLANS = "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off"
            + " -c plan_cache_mode=force_generic_plan";

    private final EmbeddedPostgres server;

    Postgres() throws IOException {
        server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("max_connections", "700")
                .setServerConfig("shared_buffers", quarterOfMemory() + "B")
                .setServerConfig("min_wal_size", "2GB")
                .setServerConfig("max_wal_size", "8GB")
                .setServerConfig("checkpoint_timeout", "15min")
                .start();
        for (var setting : new String[] {"fsync", "synchronous_commit", "full_page_writes"}) {
            if (!"on".equals(text("postgres", "show " + setting))) {
                throw new IllegalStateException(
                        setting + " is off. Durable commits are what this measures: turn it on.");
            }
        }
    }

    @Override
    String url(String database) {
        return server.getJdbcUrl("postgres", database);
    }

    @Override
    String first() {
        return "postgres";
    }

    /** Copies a database and returns the JDBC URL of the copy. */
    String copy(String name, String copy) {
        run("postgres", "create database " + copy + " template " + name + " strategy file_copy");
        return url(copy);
    }

    @Override
    String writtenAhead() {
        return "select (pg_current_wal_insert_lsn() - '0/0')::bigint";
    }

    @Override
    String now() {
        return "select date_trunc('milliseconds', clock_timestamp())";
    }

    @Override
    long pid() {
        var backend = Long.parseLong(text("postgres", "select pg_backend_pid()"));
        return ProcessHandle.of(backend)
                .flatMap(ProcessHandle::parent)
                .map(ProcessHandle::pid)
                .orElseGet(() -> firstLine(Path.of(text("postgres", "show data_directory"), "postmaster.pid")));
    }

    private static long firstLine(Path file) {
        try (var lines = Files.lines(file)) {
            return Long.parseLong(lines.findFirst().orElseThrow().strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Holds the result of a run of pgbench.
     *
     * @param transactions the number of transactions that it reports as committed
     * @param perSecond the transactions per second
     */
    record Run(long transactions, double perSecond) {}

    /** Runs pgbench with prepared statements and the planner settings of the wallet. */
    Run pgbench(String database, Path script, int clients, int players, int seconds)
            throws IOException, InterruptedException {
        var output = Files.createTempFile("pgbench", ".txt");
        var threads = Math.min(clients, Runtime.getRuntime().availableProcessors());
        var command = new ProcessBuilder(("pgbench -n -M prepared -h 127.0.0.1 -U postgres -p " + server.getPort()
                        + " -c " + clients + " -j " + threads + " -T " + seconds + " -D players=" + players + " -f "
                        + script + " " + database)
                .split(" "));
        command.environment().put("PGOPTIONS", INDEX_PLANS);
        var exit = command.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        var said = Files.readString(output);
        Files.delete(output);
        var transactions = TRANSACTIONS.matcher(said);
        if (exit != 0 || !transactions.find()) {
            throw new IllegalStateException(
                    "pgbench failed. Debian has it in postgresql-contrib; version 14 or newer is needed. It printed: "
                            + said);
        }
        var perSecond = PER_SECOND.matcher(said); // missing if there was no transaction at all
        return new Run(
                Long.parseLong(transactions.group(1)), perSecond.find() ? Double.parseDouble(perSecond.group(1)) : 0);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
