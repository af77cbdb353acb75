package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.WireClient;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Runs cases one at a time for a caller that decides the order, such as a test framework. */
public final class SuiteSession implements AutoCloseable {
    private final SuiteConfig config;
    private final WireClient wire;
    private final CaseRunner runner;
    private final Instant started;
    private final Preflight opening;
    private final List<CaseResult> results = new ArrayList<>();

    private SuiteSession(SuiteConfig config) {
        this.config = config;
        this.wire = config.connect((caseId, exchange) -> {});
        this.runner = new CaseRunner(wire, config.target(), config.game(), config.seed(), false);
        this.started = config.clock().instant();
        this.opening = Preflight.of(runner, config);
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

    /** Runs one case and restores the balances. */
    public synchronized CaseResult run(Case next) {
        if (opening instanceof Preflight.Finding finding) {
            return finding.resultOf(next);
        }
        var players = ((Preflight.Ready) opening).players();
        var two = players.size() > 1
                && !players.get(0).accountId().equals(players.get(1).accountId());
        if (next.isolation() == Case.Isolation.TWO_PLAYERS && !two) {
            return CaseResult.skipped(next, "needs a second token of another player");
        }
        List<Unrestored> left = results.isEmpty() ? runner.openEarlyRounds(config.cases(), players.get(0)) : List.of();
        var other = next.isolation() == Case.Isolation.TWO_PLAYERS ? players.get(1) : null;
        var result = runner.run(next, config.cases().indexOf(next) + 1, players.get(0), other);
        if (!left.isEmpty()) {
            result = result.withUnreturnedBalance(Unrestored.describe(left));
        }
        runner.gates().record(result);
        results.add(result);
        return result;
    }

    /** Leaves rounds open and writes what a second run needs; rolls them back when it cannot be written. */
    public synchronized void leave(CheckpointWriter writer) throws IOException {
        var tried = results.stream().anyMatch(each -> each.verdict() != Verdict.SKIPPED);
        if (!(opening instanceof Preflight.Ready ready) || !tried) {
            throw new IOException("No case could run, so nothing is left for a second run.");
        }
        returnEarlyRounds();
        var builder = new CheckpointBuilder(runner, ready.players());
        try {
            writer.write(builder.build(
                    config, config.result(started, System.nanoTime(), ready.players(), List.copyOf(results), "")));
        } catch (IOException e) {
            builder.giveBack();
            throw e;
        }
    }

    /** Rolls back the rounds of the whole run, if the case that settles them was not run. */
    private void returnEarlyRounds() {
        if (opening instanceof Preflight.Ready ready
                && !runner.journal().earlyRounds().unsettled().isEmpty()) {
            runner.journal().earlyRounds().giveBack();
            runner.restore(config.cases().getLast(), ready.players().get(0));
        }
    }

    @Override
    public synchronized void close() {
        returnEarlyRounds();
        wire.close();
    }
}
