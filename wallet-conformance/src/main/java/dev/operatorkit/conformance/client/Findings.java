package dev.operatorkit.conformance.client;

import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Observation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what judges find in the calls of a scenario. */
final class Findings {
    private final List<Failure> failures = new ArrayList<>();
    private final List<Observation> observations = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** Records that a rule is broken. */
    void fail(String rule, String expected, String actual, String hint, @Nullable ClientCall shown) {
        failures.add(new Failure(rule, expected, actual, hint, shown == null ? null : shown.exchange()));
    }

    /** Records what the client does where the specification leaves a point open. */
    void observe(String decision, String seen, String recommended, boolean agrees) {
        var observation = Observation.of(decision, seen, recommended, agrees);
        if (!observations.contains(observation)) {
            observations.add(observation);
        }
    }

    /** Records that the calls cannot show what the client does. */
    void unproven(String decision, String seen, String recommended) {
        observations.add(Observation.unproven(decision, seen, recommended));
    }

    /** Records a fact that counts neither for nor against the client. */
    void note(String fact) {
        notes.add(fact);
    }

    /** Returns the failures, the first one found first. */
    List<Failure> failures() {
        return List.copyOf(failures);
    }

    /** Returns the observations. */
    List<Observation> observations() {
        return List.copyOf(observations);
    }

    /** Returns the facts. */
    List<String> notes() {
        return List.copyOf(notes);
    }
}
