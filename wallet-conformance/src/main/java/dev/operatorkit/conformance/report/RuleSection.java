package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Rules;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Writes every rule of the operator with what its cases prove, and every decision that a case observes or a text names. */
final class RuleSection {
    private final Html html;
    private final SuiteResult run;
    private final Set<String> written = new HashSet<>();

    RuleSection(Html html, SuiteResult run) {
        this.html = html;
        this.run = run;
    }

    void write() {
        html.open("section", "id", "rules").element("h2", "Rules");
        html.openTable("Rules", "rules", "Rule", "In words", "Result", "Cases");
        var operator = Subject.of(run.plan()).rules().keySet();
        operator.forEach(this::row);
        run.results().stream()
                .flatMap(result -> Stream.concat(
                        result.testCase().rules().stream(),
                        result.observations().stream().map(each -> each.decision())))
                .filter(id -> !operator.contains(id))
                .distinct()
                .sorted(Rules::compare)
                .forEach(this::row);
        // A row may name further ids.
        for (var more = cited(); !more.isEmpty(); more = cited()) {
            more.forEach(this::row);
        }
        html.closeTable().close("section");
    }

    /** Returns the ids without a row that a text of the report names. */
    private List<String> cited() {
        return html.cited().stream()
                .filter(id -> !written.contains(id))
                .sorted(Rules::compare)
                .toList();
    }

    private void row(String id) {
        written.add(id);
        var about = run.results().stream()
                .filter(result -> result.testCase().rules().contains(id) || isBrokenBy(result, id))
                .toList();
        html.open("tr", "id", "rule-" + id).element("th", id, "scope", "row").open("td");
        var point = Rules.openPointOf(id);
        html.text((point.isEmpty() ? "" : point + ": ") + Rules.textOf(id));
        var reason = Subject.of(run.plan()).notProvable().get(id);
        if (reason != null) {
            html.text(" ").element("em", reason);
        }
        html.close("td").open("td").text(state(id, about)).close("td").open("td");
        var broken = about.stream().filter(result -> isBrokenBy(result, id)).toList();
        html.text(SummarySection.count(about.size(), "case") + (broken.isEmpty() ? "" : ", broken by "));
        for (var i = 0; i < broken.size(); i++) {
            var name = broken.get(i).testCase().id();
            html.text(i == 0 ? "" : ", ").link("#" + name, name);
        }
        html.close("td", "tr");
    }

    /** Describes what the cases prove. A case that fails proves one rule broken, and nothing about the others that it checks. */
    private static String state(String id, List<CaseResult> about) {
        if (about.stream().anyMatch(result -> isBrokenBy(result, id))) {
            return Marks.of(Verdict.FAILED) + " broken";
        }
        if (!id.startsWith("D-") && about.stream().anyMatch(result -> result.verdict() == Verdict.PASSED)) {
            return Marks.of(Verdict.PASSED) + " held";
        }
        var observed = about.stream()
                .anyMatch(result -> result.verdict() == Verdict.PASSED || result.verdict() == Verdict.OBSERVED);
        return observed ? Marks.of(Verdict.OBSERVED) + " observed" : Marks.of(Verdict.SKIPPED) + " not judged";
    }

    private static boolean isBrokenBy(CaseResult result, String rule) {
        var failure = result.failure();
        return failure != null && failure.rule().equals(rule);
    }
}
