package dev.operatorkit.simulator.play;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Prints the progress of a run in a line every second until it is closed. */
final class PlayProgress implements AutoCloseable {
    private final LoadRun run;
    private final PrintWriter err;
    private final CountDownLatch over = new CountDownLatch(1);
    private long before;

    private PlayProgress(LoadRun run, PrintWriter err) {
        this.run = run;
        this.err = err;
    }

    static PlayProgress start(LoadRun run, PrintWriter err) {
        var progress = new PlayProgress(run, err);
        Thread.ofPlatform().daemon().name("progress").start(progress::print);
        return progress;
    }

    private void print() {
        try {
            while (!over.await(1, TimeUnit.SECONDS)) {
                printLine();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void printLine() {
        if (over.getCount() == 0) {
            return;
        }
        var now = run.playedRounds();
        var all = run.settings().rounds();
        var rate = now - before;
        before = now;
        err.printf(
                Locale.ROOT,
                "%3d %%  %,d of %,d rounds, %,d/s, %s, %d refused%s%n",
                (int) (now * 100.0 / all),
                now,
                all,
                rate,
                run.debitMillis(99) == 0
                        ? "no response to a debit yet"
                        : String.format(
                                Locale.ROOT,
                                "debit p50 %.2f ms, p99 %.2f ms",
                                run.debitMillis(50),
                                run.debitMillis(99)),
                run.refusedDebits(),
                rate == 0 ? waiting() : ", " + (all - now + rate - 1) / rate + " s left");
        err.flush();
    }

    /** Describes what a run without progress waits for; empty when it makes progress. */
    private String waiting() {
        var why = run.waitsBecause();
        return why == null ? "" : ", waiting for the wallet: " + why;
    }

    @Override
    public synchronized void close() {
        over.countDown();
    }
}
