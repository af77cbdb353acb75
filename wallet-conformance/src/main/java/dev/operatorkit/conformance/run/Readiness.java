package dev.operatorkit.conformance.run;

import dev.operatorkit.conformance.money.Player;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.RunState;
import dev.operatorkit.conformance.wire.NoResponse;
import dev.operatorkit.conformance.wire.Request;
import java.time.Duration;
import java.util.List;

/**
 * Tells whether a wallet is ready for a run. It makes the calls that a run begins with, and tries what every wallet must reject and what
 * many decode too early. All are reads but a credit that is refused, so that no money moves.
 *
 * @param players those of the tokens; empty when there is a problem
 * @param problem what is wrong, and what to do; empty when the wallet is ready
 */
public record Readiness(List<Player> players, String problem) {
    /** Says what a wallet has to do with a path. */
    public static final String PATH_ADVICE =
            "Verify the path as sent, before anything decodes its percent-encoding (SIG-3, D-40).";

    private static final int UNAUTHORIZED = 401;
    private static final Duration OLD = Duration.ofMinutes(-10);

    /** Asks the wallet of this configuration. */
    public static Readiness of(SuiteConfig config) {
        try (var wire = config.connect()) {
            var run = config.newState(wire);
            return switch (Preflight.of(run, config)) {
                case Preflight.Unusable unusable -> new Readiness(List.of(), unusable.message());
                case Preflight.Finding finding -> broken(finding.failure());
                case Preflight.Ready ready -> of(run, ready.players());
            };
        }
    }

    private static Readiness of(RunState run, List<Player> players) {
        var player = players.getFirst();
        var query = run.playerQuery(player.token());
        try {
            var unsigned = Request.get("/player").query(query).without("X-Svc-Signature");
            requireStatus(run, unsigned, true, "SIG-13", "401 to a request without a signature", "");
            var old = Request.get("/player").query(query).at(OLD.toMillis());
            requireStatus(run, old, true, "SIG-10", "401 to a timestamp that is ten minutes old", "");
            requireStatus(
                    run,
                    Request.get(player.lookupPath("probe " + run.run())),
                    false,
                    "SIG-3",
                    "no 401 to a signed lookup of an id with a space, which the path has as %20",
                    PATH_ADVICE + " If the wallet does, a proxy in front of it decodes or rewrites the path.");
            return new Readiness(players, "");
        } catch (Failure e) {
            return broken(e);
        } catch (NoResponse e) {
            return new Readiness(List.of(), "The wallet did not respond: " + e.getMessage() + ". See its log.");
        }
    }

    private static void requireStatus(
            RunState run, Request request, boolean isRejected, String rule, String expected, String hint) {
        var answer = run.wire().send(request);
        if (isRejected != (answer.status() == UNAUTHORIZED)) {
            throw new Failure(rule, expected, Check.describe(answer), hint, answer.exchange());
        }
    }

    private static Readiness broken(Failure failure) {
        return new Readiness(List.of(), failure.rule() + ": " + failure.getMessage() + ". " + failure.hint());
    }
}
