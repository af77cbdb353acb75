package dev.operatorkit.simulator.conformance;

import dev.operatorkit.simulator.conformance.wire.Wire;

/** A wallet held open for cases that somebody else runs one by one, such as a test framework. */
public final class Session implements AutoCloseable {
    private final Plan plan;
    private final Wire wire;
    private final Bench bench;
    private final Opening opening;

    private Session(Plan plan) {
        this.plan = plan;
        this.wire = new Wire(plan.wallet(), plan.secret(), plan.tls(), plan.timeout(), plan.pause(), plan.clock());
        this.bench = new Bench(wire, plan.secret(), plan.game(), plan.seed());
        this.opening = Opening.of(bench, plan.tokens());
    }

    /** Asks for the players of the tokens; an {@link IllegalStateException} says why nothing can be run. */
    public static Session open(Plan plan) {
        var session = new Session(plan);
        if (session.opening instanceof Opening.Unusable unusable) {
            session.close();
            throw new IllegalStateException(unusable.message());
        }
        return session;
    }

    /** Runs one case and gives back what it took. */
    public synchronized CaseResult run(Case next) {
        if (opening instanceof Opening.Finding finding) {
            return finding.resultOf(next);
        }
        var players = ((Opening.Ready) opening).players();
        var two = players.size() > 1
                && !players.get(0).accountId().equals(players.get(1).accountId());
        if (next.company() == Case.Company.TWO && !two) {
            return CaseResult.skipped(next, "needs a second token, of another player");
        }
        var other = next.company() == Case.Company.TWO ? players.get(1) : null;
        return bench.run(next, plan.cases().indexOf(next) + 1, players.get(0), other);
    }

    @Override
    public void close() {
        wire.close();
    }
}
