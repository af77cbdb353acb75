package dev.operatorkit.conformance.cases;

import dev.operatorkit.conformance.suite.CaseContext;
import dev.operatorkit.conformance.suite.Check;
import dev.operatorkit.conformance.suite.Observation;
import java.time.Duration;

/** Judges whether the session tokens of an earlier run are still valid: they must be for two hours (LAU-10). */
final class SessionAge {
    private static final Duration SHORTEST = Duration.ofHours(2);

    private SessionAge() {}

    static void judge(CaseContext t) {
        var first = t.journal().resumed().checkpoint();
        var age = Duration.ofMillis(t.now() - first.started().toEpochMilli());
        for (var account : first.players()) {
            var answer = t.send(t.playerCall(account.player()));
            var serves = answer.status() == 200
                    && answer.json()
                            .path("accountId")
                            .asText()
                            .equals(account.player().accountId());
            Check.require(
                    serves || age.compareTo(SHORTEST) >= 0,
                    "LAU-10",
                    "200 for the session token of " + account.player() + ", which was valid " + words(age) + " ago",
                    Check.describe(answer),
                    "A session token is valid for at least two hours, also over a restart. If it was issued long"
                            + " before the first run, begin with a fresh one.",
                    answer);
            if (!serves) {
                t.observe(Observation.of(
                        "LAU-10", "a token is refused after " + words(age), "accept it for at least two hours", true));
            }
        }
    }

    private static String words(Duration age) {
        return age.compareTo(SHORTEST) >= 0 ? age.toHours() + " hours" : age.toSeconds() + " seconds";
    }
}
