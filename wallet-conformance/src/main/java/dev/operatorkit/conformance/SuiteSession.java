package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.WireClient;
import java.time.Instant;
import java.util.Optional;

/** Runs cases one at a time for a caller that decides the order, such as a test framework. */
public final class SuiteSession implements AutoCloseable {
    private final SuiteConfig config;
    private final WireClient wire;
    private final CaseRunner runner;
    private final Instant started;
    private final Preflight opening;

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
        var other = next.isolation() == Case.Isolation.TWO_PLAYERS ? players.get(1) : null;
        var result = runner.run(next, config.cases().indexOf(next) + 1, players.get(0), other);
        runner.gates().record(result);
        return result;
    }

    /** Leaves rounds open and returns what a second run needs; empty when the wallet does not let it. */
    public synchronized Optional<Checkpoint> leave() {
        return opening instanceof Preflight.Ready ready
                ? CheckpointBuilder.build(runner, config, ready.players(), started)
                : Optional.empty();
    }

    @Override
    public void close() {
        wire.close();
    }
}
