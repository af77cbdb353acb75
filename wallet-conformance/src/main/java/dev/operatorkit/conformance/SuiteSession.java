package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.WireClient;

/** A wallet held open for cases that somebody else runs one by one, such as a test framework. */
public final class SuiteSession implements AutoCloseable {
    private final SuiteConfig plan;
    private final WireClient wire;
    private final CaseRunner bench;
    private final Preflight opening;

    private SuiteSession(SuiteConfig plan) {
        this.plan = plan;
        this.wire =
                new WireClient(plan.wallet(), plan.secret(), plan.tls(), plan.timeout(), plan.pause(), plan.clock());
        this.bench = new CaseRunner(wire, plan.secret(), plan.game(), plan.seed());
        this.opening = Preflight.of(bench, plan.tokens());
    }

    /** Asks for the players of the tokens; an {@link IllegalStateException} says why nothing can be run. */
    public static SuiteSession open(SuiteConfig plan) {
        var session = new SuiteSession(plan);
        if (session.opening instanceof Preflight.Unusable unusable) {
            session.close();
            throw new IllegalStateException(unusable.message());
        }
        return session;
    }

    /** Runs one case and gives back what it took. */
    public synchronized CaseResult run(Case next) {
        if (opening instanceof Preflight.Finding finding) {
            return finding.resultOf(next);
        }
        var players = ((Preflight.Ready) opening).players();
        var two = players.size() > 1
                && !players.get(0).accountId().equals(players.get(1).accountId());
        if (next.isolation() == Case.Isolation.TWO_PLAYERS && !two) {
            return CaseResult.skipped(next, "needs a second token, of another player");
        }
        var other = next.isolation() == Case.Isolation.TWO_PLAYERS ? players.get(1) : null;
        return bench.run(next, plan.cases().indexOf(next) + 1, players.get(0), other);
    }

    @Override
    public void close() {
        wire.close();
    }
}
