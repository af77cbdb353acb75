package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Checkpoint;
import dev.operatorkit.conformance.suite.RunState;
import dev.operatorkit.conformance.wire.WireClient;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Runs cases one at a time for a caller that decides the order, such as a test framework. */
public final class SuiteSession implements AutoCloseable {
    private final SuiteConfig config;
    private final WireClient wire;
    private final RunState run;
    private final CaseRunner runner;
    private final Instant started;
    private final Preflight opening;
    private final List<CaseResult> results = new ArrayList<>();
    private boolean hasLeft;

    private SuiteSession(SuiteConfig config) {
        this.config = config;
        this.wire = config.connect((caseId, exchange) -> {});
        this.run = config.newState(wire);
        this.runner = new CaseRunner(run);
        this.started = config.clock().instant();
        this.opening = Preflight.of(run, config);
    }

    /** Opens a session and fetches the players; throws {@link IllegalStateException} when no case can run. */
    public static SuiteSession open(SuiteConfig config) {
        var session = new SuiteSession(config);
        if (session.opening instanceof Preflight.Unusable unusable) {
            session.close();
            throw new IllegalStateException(unusable.message());
        }
        return session;
    }

    /** Runs one case and settles its rounds. {@link #close} restores the balances. */
    public synchronized CaseResult run(Case next) {
        if (opening instanceof Preflight.Finding finding) {
            return finding.resultOf(next);
        }
        var players = players();
        if (next.isolation() == Case.Isolation.TWO_PLAYERS && players.size() < 2) {
            return CaseResult.skipped(next, "needs a second token of another player");
        }
        if (results.isEmpty()) {
            run.recordSessions(((Preflight.Ready) opening).players());
            runner.openEarlyRounds(config.cases(), players.getFirst());
        }
        var used = players.subList(0, next.isolation() == Case.Isolation.TWO_PLAYERS ? 2 : 1);
        var result = runner.run(next, config.cases().indexOf(next) + 1, used);
        run.gates().record(next.id(), result.failure());
        results.add(result);
        return result;
    }

    private List<Player> players() {
        return Player.distinct(((Preflight.Ready) opening).players());
    }

    /** Leaves rounds open and writes what a second run needs; {@link #close} rolls them back when it cannot be written. */
    public synchronized void leave(Checkpoint.Writer writer) throws IOException {
        var tried = results.stream().anyMatch(each -> each.verdict() != Verdict.SKIPPED);
        if (!(opening instanceof Preflight.Ready) || !tried) {
            throw new IOException("No case could run, so nothing is left for a second run.");
        }
        restore();
        writer.write(new CheckpointBuilder(run, players())
                .build(config, config.result(started, System.nanoTime(), players(), List.copyOf(results), "")));
        hasLeft = true;
    }

    private void restore() {
        var unrestored = runner.restore(config.cases().getLast(), players());
        if (!unrestored.isEmpty()) {
            throw new IllegalStateException("The balances of the test players could not be restored: " + unrestored);
        }
    }

    /** Restores the balances, unless rounds were left for a second run; throws {@link IllegalStateException} when that fails. */
    @Override
    public synchronized void close() {
        try (wire) {
            if (opening instanceof Preflight.Ready && !results.isEmpty() && !hasLeft) {
                restore();
            }
        }
    }
}
