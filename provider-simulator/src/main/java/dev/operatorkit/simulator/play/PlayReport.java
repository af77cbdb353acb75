package dev.operatorkit.simulator.play;

import dev.operatorkit.conformance.report.VisibleText;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/** Prints the result of a run: counts, rates, percentiles, open rounds and the audit. */
final class PlayReport {
    private static final int MAX_OPEN = 20;

    private final LoadRun run;
    private final PrintWriter out;

    /** Holds true once a result was reported: by the run, or by the signal that ends it. */
    private final AtomicBoolean reporting = new AtomicBoolean();

    PlayReport(LoadRun run, PrintWriter out) {
        this.run = run;
        this.out = out;
    }

    /** Prints the result of a run whose ledger was audited. */
    void print(LoadRun.Result result, long resends) {
        if (!reporting.compareAndSet(false, true)) {
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
        if (!reporting.compareAndSet(false, true)) {
            return;
        }
        out.println();
        if (run.isStopped()) {
            var waits = run.roundsInProgress() > 0 || run.waitsBecause() != null;
            out.println("Stopped by a signal after " + run.playedRounds() + " rounds"
                    + (waits ? " while the wallet did not respond." : "."));
        }
        if (run.roundsInProgress() > 0) {
            out.println(
                    run.roundsInProgress() == 1
                            ? "1 round may stay open:"
                            : run.roundsInProgress() + " rounds may stay open:");
        }
        run.openBets().stream()
                .limit(MAX_OPEN)
                .forEach(bet -> out.println(VisibleText.line("  debit " + bet.transactionId() + " of round "
                        + bet.roundId() + " and player " + bet.playerId())));
        if (run.roundsInProgress() > MAX_OPEN) {
            out.println("  and " + (run.roundsInProgress() - MAX_OPEN) + " more");
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
