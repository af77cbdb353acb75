package dev.operatorkit.conformance.command;

import dev.operatorkit.conformance.report.ResultsFile;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.suite.Case;
import dev.operatorkit.conformance.suite.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Selects the cases of a plan that the options of the command name. */
final class CaseSelection {
    private CaseSelection() {}

    /** Returns the cases of the plan that all of the given options select; throws when an option matches none. */
    static List<Case> of(Plan plan, List<String> only, List<String> rules, @Nullable Path failedOf) throws IOException {
        var failed = failedOf == null ? null : ResultsFile.failedOrUntried(failedOf);
        for (var pattern : only) {
            if (plan.cases().stream().noneMatch(c -> ExpectedFailures.matches(pattern, c.id()))) {
                throw new IllegalArgumentException(
                        "No case of the plan " + plan.name() + " matches --only " + pattern + ". See --list.");
            }
        }
        for (var rule : rules) {
            if (plan.cases().stream().noneMatch(c -> c.rules().contains(rule))) {
                throw new IllegalArgumentException(
                        "No case of the plan " + plan.name() + " checks --rule " + rule + ". See --list.");
            }
        }
        var chosen = plan.cases().stream()
                .filter(c ->
                        only.isEmpty() || only.stream().anyMatch(pattern -> ExpectedFailures.matches(pattern, c.id())))
                .filter(c -> rules.isEmpty() || rules.stream().anyMatch(c.rules()::contains))
                .filter(c -> failed == null || failed.contains(c.id()))
                .toList();
        if (chosen.isEmpty() && failed == null) {
            throw new IllegalArgumentException("No case of the plan " + plan.name() + " matches both --only "
                    + String.join(", ", only) + " and --rule " + String.join(", ", rules) + ". See --list.");
        }
        return chosen;
    }
}
