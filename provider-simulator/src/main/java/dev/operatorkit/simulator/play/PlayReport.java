package dev.operatorkit.simulator.play;

import dev.operatorkit.conformance.report.VisibleText;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/** Prints the result of a run once: by the run, or by the signal that ends it. */
final class PlayReport {
    private static final int MAX_OPEN = 20;

    private final LoadRun run;
    private final PrintWriter out;
    private final AtomicBoolean reporting = new AtomicBoolean();

    PlayReport(LoadRun run, PrintWriter out) {
        this.run = run;
        this.out = out;
    }

    /** Prints the result of a run whose ledger was audited. */
    void print(LoadRun.Result result, long resends) {
        if (reporting.getAndSet(true)) {
            return;
        }
        out.println();
        if (run.isStopped() && run.playedRounds() == 0) {
            out.println("Stopped by a signal before the first round.");
            out.flush();
            return;
        }
        if (run.isStopped()) {
            out.println("Stopped by a signal."
                    + (result.isLedgerBalanced() ? " Every round that was started is closed." : ""));
            out.println();
        }
        figures(result.nanos(), resends);
        result.violations().forEach(violation -> out.println("WRONG " + VisibleText.line(violation)));
        out.println(
                result.isLedgerBalanced()
                        ? "The ledger balances: one chain of balances per player, nothing lost, nothing applied twice."
                        : "The ledger does not balance.");
        out.flush();
    }

    /** Prints what is known about a run without an audit, for example because the wallet does not respond any more. */
    void printUnfinished(long resends) {
        if (reporting.getAndSet(true)) {
            return;
        }
        var open = run.openBets();
        out.println();
        if (run.isStopped()) {
            var waits = !open.isEmpty() || run.waitsBecause() != null;
            out.println("Stopped by a signal after " + run.playedRounds() + " rounds"
                    + (waits ? " while the wallet did not respond." : "."));
        }
        if (!open.isEmpty()) {
            out.println(open.size() == 1 ? "1 round may stay open:" : open.size() + " rounds may stay open:");
        }
        open.stream()
                .limit(MAX_OPEN)
                .forEach(bet -> out.println(VisibleText.line("  debit " + bet.transactionId() + " of round "
                        + bet.roundId() + " and player " + bet.playerId())));
        if (open.size() > MAX_OPEN) {
            out.println("  and " + (open.size() - MAX_OPEN) + " more");
        }
        out.println();
        figures(run.nanos(), resends);
        out.println("The ledger was not audited.");
        out.flush();
    }

    private void figures(long nanos, long resends) {
        out.print(run.latencyTable());
        out.printf(
                Locale.ROOT,
                "%n%d rounds in %.2f s: %.0f rounds/s; %d refused, %d responses lost, %d repeated, %d in doubt, %d"
                        + " resent on a dead connection%n",
                run.playedRounds(),
                nanos / 1e9,
                nanos == 0 ? 0 : run.playedRounds() / (nanos / 1e9),
                run.refusedDebits(),
                run.lostResponses(),
                run.repeatedCalls(),
                run.silent.sum(),
                resends);
    }
}
