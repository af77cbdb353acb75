package dev.operatorkit.simulator.play;

import dev.operatorkit.conformance.terminal.StyledLine;
import dev.operatorkit.conformance.terminal.Terminal;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Prints the progress of a run until it is closed: as a bar that is drawn again in its place, or as a line every second. */
final class PlayProgress implements AutoCloseable {
    private static final long REDRAW_MILLIS = 250;
    private static final int REDRAWS_PER_SECOND = 4;
    private static final int BAR = 20;
    private static final String ERASE = "\r\u001b[K";

    private final LoadRun run;
    private final Terminal terminal;
    private final PrintWriter err;
    private final CountDownLatch over = new CountDownLatch(1);
    /** Holds the numbers of rounds at the latest redraws, for the rate of the last second. */
    private final Deque<Long> latest = new ArrayDeque<>();

    private PlayProgress(LoadRun run, Terminal terminal, PrintWriter err) {
        this.run = run;
        this.terminal = terminal;
        this.err = err;
    }

    /** Starts to print. */
    static PlayProgress start(LoadRun run, Terminal terminal, PrintWriter err) {
        var progress = new PlayProgress(run, terminal, err);
        Thread.ofPlatform().daemon().name("progress").start(progress::print);
        return progress;
    }

    private void print() {
        try {
            if (terminal.canRedraw()) {
                do {
                    ifRunning(() -> print(true));
                } while (!over.await(REDRAW_MILLIS, TimeUnit.MILLISECONDS));
            } else {
                while (!over.await(1, TimeUnit.SECONDS)) {
                    ifRunning(() -> print(false));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void ifRunning(Runnable output) {
        if (over.getCount() > 0) {
            output.run();
            err.flush();
        }
    }

    /** Prints the same text in both ways; a pipe gets one line for each. */
    private void print(boolean isRedrawn) {
        var now = run.playedRounds();
        latest.addLast(now);
        if (latest.size() > (isRedrawn ? REDRAWS_PER_SECOND : 1) + 1) {
            latest.removeFirst();
        }
        var bar = bar(now, now - latest.getFirst());
        if (isRedrawn) {
            // One column less than there are: in the last one, some terminals begin the next line.
            err.print(ERASE + new StyledLine(false, terminal.width() - 1).add(bar));
        } else {
            err.println(bar);
        }
    }

    private String bar(long now, long rate) {
        var all = run.settings().rounds();
        var filled = (int) (now * (double) BAR / all);
        return String.format(
                Locale.ROOT,
                "[%s%s] %3d %%  %,d of %,d rounds, %,d/s, debit p50 %.2f ms, p99 %.2f ms, %d refused%s",
                "#".repeat(filled),
                " ".repeat(BAR - filled),
                (int) (now * 100.0 / all),
                now,
                all,
                rate,
                run.debitMillis(50),
                run.debitMillis(99),
                run.refusedDebits(),
                rate == 0 ? waiting() : left((all - now + rate - 1) / rate));
    }

    private static String left(long seconds) {
        return seconds < 120
                ? ", " + seconds + " s left"
                : seconds < 7200 ? ", " + seconds / 60 + " min left" : ", " + seconds / 3600 + " h left";
    }

    /** Describes what a run without progress waits for; empty when it makes progress. */
    private String waiting() {
        var why = run.waitsBecause();
        return why == null ? "" : ", waiting for the wallet: " + why;
    }

    /** Stops to print and erases the bar. */
    @Override
    public synchronized void close() {
        if (over.getCount() > 0) {
            over.countDown();
            if (terminal.canRedraw()) {
                err.print(ERASE);
                err.flush();
            }
        }
    }
}
