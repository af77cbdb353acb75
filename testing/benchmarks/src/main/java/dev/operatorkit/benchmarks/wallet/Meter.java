package dev.operatorkit.benchmarks.wallet;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures a pass: its rate, its processor time, and what it wrote. Fails the run when the ledger does not hold exactly one row for
 * each movement that was answered, because a fast wallet that loses or doubles some is no wallet.
 */
final class Meter {
    private final DatabaseServer server;
    private final long postmaster;

    Meter(DatabaseServer server) {
        this.server = server;
        this.postmaster = server.pid();
    }

    /**
     * Holds the result of some work.
     *
     * @param units the units that were answered or reported as committed
     * @param perSecond the units per second
     * @param micros the latencies, if they were measured
     */
    record Work(long units, double perSecond, @Nullable Histogram micros) {
        static Work of(Load.Outcome outcome) {
            return new Work(outcome.units(), outcome.perSecond(), outcome.micros());
        }
    }

    /**
     * Runs work and measures it.
     *
     * @param database the database that it writes to
     * @param wallets the processes of the wallets; empty if the work is done by a process that ends with it
     * @param rowsPerUnit the rows that one unit must leave in the ledger; 0 for replays
     */
    Pass measure(String database, List<Long> wallets, int rowsPerUnit, Callable<Work> work) throws Exception {
        // Entries carry milliseconds, so the start must not be later within its millisecond than the first of them.
        var began = server.text(database, server.now());
        var walBefore = walBytes();
        var nanos = System.nanoTime();
        var timeBefore = ProcessorTime.read(wallets, postmaster);
        var done = work.call();
        var time = ProcessorTime.read(wallets, postmaster).since(timeBefore);
        var seconds = (System.nanoTime() - nanos) / 1e9;
        var wal = walBytes() - walBefore;
        requireStored(
                done.units() * rowsPerUnit,
                Long.parseLong(
                        server.text(database, "select count(*) from ledger where created_at >= '" + began + "'")));
        return new Pass(done.units(), done.perSecond(), seconds, time, wal, loadAverage(), done.micros());
    }

    /** Throws an exception unless the ledger has as many new rows as movements were answered. */
    static void requireStored(long answered, long stored) {
        if (stored != answered) {
            throw new IllegalStateException("%d movements were answered and %d rows stored: %d %s. %s"
                    .formatted(
                            answered,
                            stored,
                            Math.abs(answered - stored),
                            stored < answered ? "were lost" : "too many",
                            "The figures of such a run mean nothing."));
        }
    }

    private long walBytes() {
        return Long.parseLong(server.text(server.first(), server.writtenAhead()));
    }

    private static double loadAverage() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }
}
