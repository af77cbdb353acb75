package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.cases.Plans;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.Cause;
import dev.operatorkit.conformance.result.Certificate.Conclusion;
import dev.operatorkit.conformance.result.RerunSummary;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Observation.Agreement;
import dev.operatorkit.conformance.suite.Plan;
import dev.operatorkit.conformance.suite.Rules;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes the first page, for readers who decide: the verdict, who tested what, the areas, the causes, and what was not tested. */
final class SummarySection {
    private static final int NAMED = 12;

    private final Html html;
    private final String suite;
    private final SuiteResult run;
    private final Subject subject;

    SummarySection(Html html, RunReport report) {
        this.html = html;
        this.suite = report.suite();
        this.run = report.run();
        this.subject = Subject.of(run.plan());
    }

    void write(String resultsHash) {
        html.open("section", "id", "summary").element("p", subject.title(), "class", "kind");
        verdict();
        facts(resultsHash);
        areas();
        causes();
        untested();
        waivers();
        legend();
        html.close("section");
    }

    private void verdict() {
        var description = run.description();
        var named = (description.walletName() + " " + description.walletVersion()).strip();
        html.open("h1");
        (named.isEmpty() ? html.address(run.wallet()) : html.text(named)).close("h1");
        var verdict = run.certificate().verdict();
        html.open("div", "class", "verdict " + verdict)
                .open("p")
                .element("span", Marks.of(verdict), "class", "sign", "aria-hidden", "true")
                .element("strong", verdict.title())
                .close("p")
                .element("p", sentence(verdict))
                .close("div");
        html.open("ul", "class", "counts");
        run.summary().forEach((result, count) -> {
            html.open("li", "class", result.name());
            html.element("b", Long.toString(count)).text(" " + Marks.of(result) + " " + Marks.name(result));
            if (result == Verdict.OBSERVED && count > 0) {
                var differing =
                        run.results().stream().filter(CaseResult::differs).count();
                html.element("small", differing == 0 ? "as recommended" : differing + " differing");
            }
            html.close("li");
        });
        html.close("ul");
    }

    private String sentence(Conclusion verdict) {
        var certificate = run.certificate();
        return switch (verdict) {
            case CERTIFIED -> {
                var waived = run.results().stream()
                        .filter(each -> run.waiverOf(each).isPresent())
                        .count();
                yield "Every case of the plan " + run.plan() + " was tried"
                        + (waived == 0 ? "" : ", except " + count(waived, "case") + " with a waiver")
                        + ", and none failed" + (run.reruns().isEmpty() ? "." : " in its last run. " + reruns());
            }
            case NOT_CERTIFIED ->
                failures() + " There "
                        + (run.causes().size() == 1 ? "is " : "are ")
                        + count(run.causes().size(), "cause") + ", described below."
                        + (run.reruns().isEmpty() ? "" : " " + reruns());
            case INCOMPLETE ->
                "No case failed, but there is no certificate. " + String.join(" ", certificate.reasons())
                        + (run.reruns().isEmpty() ? "" : " " + reruns());
        };
    }

    /** Says how many cases failed, of those that ran, and how many of the plan did not run. */
    private String failures() {
        var planned = run.plan().cases().size();
        var skipped = run.results().stream()
                .filter(each -> each.verdict() == Verdict.SKIPPED)
                .count();
        var ran = run.results().size() - skipped;
        var unselected = planned - run.results().size();
        if (ran == planned) {
            return run.failed().size() + " of " + count(planned, "case") + " failed.";
        }
        var failed = ran == 1
                ? "The only case that ran failed."
                : run.failed().size() + " of the " + ran + " cases that ran failed.";
        return failed
                + (skipped == 0 ? "" : " " + skipped + (skipped == 1 ? " was" : " were") + " skipped.")
                + (unselected <= 0
                        ? ""
                        : " " + unselected + " of the plan's " + planned + (unselected == 1 ? " was" : " were")
                                + " not selected.");
    }

    private String reruns() {
        return run.reruns().stream().map(RerunSummary::describe).collect(Collectors.joining(" "));
    }

    private void facts(String resultsHash) {
        var description = run.description();
        html.element("h2", "Who tested what").open("table", "class", "facts").open("tbody");
        html.fact("Tester", given(description.tester(), "--tester"));
        var name = (description.walletName() + " " + description.walletVersion()).strip();
        if (subject == Subject.WALLET) {
            html.fact("Wallet", given(name, "--wallet-name"));
            html.addressFact("Address", run.wallet());
            html.fact("Environment", given(description.environment(), "--environment"));
        } else {
            html.fact("Client", given(name, "--client-name"));
            html.fact("Operator", run.wallet());
        }
        html.fact(
                "Plan",
                run.plan() + ", " + count(run.plan().cases().size(), "case") + ", specification " + Plan.SPECIFICATION);
        html.fact(
                "Date",
                run.started().truncatedTo(ChronoUnit.SECONDS) + ", "
                        + String.format(Locale.ROOT, "%.1f s", run.millis() / 1000.0));
        if (!run.reruns().isEmpty()) {
            html.fact("Run again", reruns());
        }
        run.firstRun().ifPresent(first -> html.fact("Resumes", first));
        if (subject == Subject.WALLET) {
            html.fact("Players", run.players().isEmpty() ? "none" : String.join(", ", run.players()));
        }
        unreturned();
        html.close("tbody", "table").open("details", "class", "quiet").element("summary", "Options and hashes");
        html.open("table", "class", "facts").open("tbody");
        html.fact("Suite", suite);
        html.fact(
                "Options",
                run.options().entrySet().stream()
                        .map(option -> option.getKey() + " " + option.getValue())
                        .collect(Collectors.joining(", ")));
        html.fact("Plan", "SHA-256 " + run.plan().hash());
        html.fact("Results", "SHA-256 of results.json " + resultsHash);
        html.close("tbody", "table", "details");
    }

    private static String given(String text, String option) {
        return text.isEmpty() ? "not given (" + option + ")" : text;
    }

    private void unreturned() {
        var unreturned = run.results().stream()
                .filter(each -> !each.unreturnedBalance().isEmpty())
                .map(each -> each.testCase().id() + ": " + each.unreturnedBalance())
                .collect(Collectors.joining("; "));
        if (!unreturned.isEmpty()) {
            html.fact("Balances not restored", unreturned);
        }
    }

    private void areas() {
        html.element("h2", "Result by area");
        html.openTable(
                "Result by area",
                "areas",
                "Area",
                "Result",
                "Cases",
                "Passed",
                "Failed",
                "Observed",
                "Differing",
                "Skipped");
        for (var area : Area.of(run)) {
            html.open("tr").open("th", "scope", "row");
            if (area.results().isEmpty()) {
                html.text(area.title());
            } else {
                html.link("#" + CaseSection.anchor(area), area.title());
            }
            html.close("th");
            html.open("td", "class", "state " + area.state().replace(' ', '-'))
                    .text(Marks.ofState(area.state()) + " " + area.state())
                    .close("td");
            number("cases", area.planned());
            number("passed", area.count(Verdict.PASSED));
            number("failed", area.count(Verdict.FAILED));
            number("observed", area.count(Verdict.OBSERVED));
            number("differing", area.differing());
            number("skipped", area.count(Verdict.SKIPPED));
            html.close("tr");
        }
        html.closeTable();
    }

    /** Writes a number; a narrow page shows its name behind it, and leaves out a dash. */
    private void number(String name, long count) {
        html.element(
                "td",
                count == 0 ? "–" : Long.toString(count),
                "class",
                count == 0 ? "number none" : "number",
                "data-name",
                name.equals("cases") && count == 1 ? "case" : name);
    }

    private void causes() {
        if (run.causes().isEmpty()) {
            return;
        }
        html.element("h2", "Causes of the failures").open("ol", "class", "causes");
        for (var cause : run.causes()) {
            html.open("li");
            html.element("b", cause.rule()).text(" " + Rules.textOf(cause.rule()));
            html.open("p").text(String.valueOf(cause.failure().getMessage())).close("p");
            html.element("p", cause.failure().advice());
            html.open("p", "class", "quiet");
            cases(cause);
            html.close("p");
            if (cause.hasOtherRules()) {
                html.element("p", Cause.OTHER_RULES, "class", "quiet");
            }
            html.close("li");
        }
        html.close("ol");
    }

    private void cases(Cause cause) {
        links(cause.failed().size() == 1 ? "case fails" : "cases fail", cause.failed(), cause::otherRuleOf);
        if (!cause.blocked().isEmpty()) {
            html.text(" ");
            links(cause.blocked().size() == 1 ? "case was not run" : "cases were not run", cause.blocked(), each -> "");
        }
    }

    private void links(String what, List<CaseResult> results, Function<CaseResult, String> otherRule) {
        html.text(results.size() + " " + what + ": ");
        for (var i = 0; i < Math.min(NAMED, results.size()); i++) {
            var id = results.get(i).testCase().id();
            var rule = otherRule.apply(results.get(i));
            html.text(i == 0 ? "" : ", ").link("#" + id, id).text(rule.isEmpty() ? "" : " (broke " + rule + ")");
        }
        html.text(results.size() > NAMED ? " and " + (results.size() - NAMED) + " more." : ".");
    }

    private void untested() {
        html.element("h2", "What was not tested").open("ul");
        for (var group : Untested.of(run)) {
            html.open("li")
                    .element("b", count(group.cases().size(), "case"))
                    .text(": " + group.reason() + ". ")
                    .element("em", group.remedy())
                    .open("br");
            html.open("small");
            for (var i = 0; i < Math.min(NAMED, group.cases().size()); i++) {
                html.text(i == 0 ? "" : ", ").text(group.cases().get(i));
            }
            html.text(group.cases().size() > NAMED ? " and " + (group.cases().size() - NAMED) + " more" : "");
            html.close("small", "li");
        }
        if (subject == Subject.WALLET) {
            outside();
        }
        subject.notProvable().entrySet().stream()
                .filter(rule -> !isProvenByResuming(rule.getKey()))
                .sorted(java.util.Map.Entry.comparingByKey())
                .forEach(rule -> html.open("li")
                        .element("b", rule.getKey())
                        .text(" cannot be proven from outside. " + rule.getValue())
                        .close("li"));
        html.close("ul");
    }

    /** Names what neither the plan nor the connection let the suite see. */
    private void outside() {
        var plan = run.plan();
        var outside = Plans.full().cases().stream()
                .filter(each -> !plan.cases().contains(each))
                .count();
        if (outside > 0) {
            html.open("li").element("b", count(outside, "case"));
            html.text(" of the plan full " + (outside == 1 ? "is" : "are") + " outside the plan " + plan.name() + ". ");
            if (plan.equals(Plans.resumed())) {
                html.text(
                        "This plan covers only what a restart or a pause changes, and no signatures: for the rest, see"
                                + " the report of the first run. ");
            }
            html.element("em", "Run the plan full.").close("li");
        }
        if (run.wallet().startsWith("http://")) {
            html.open("li").element("b", "TLS");
            html.text(": the wallet was called over plain HTTP, so its certificate was not seen. ");
            html.element("em", "Run the plan with its https address.").close("li");
        }
    }

    /** Returns true for a rule that one run cannot prove when this run is the second of two and tried a case of that rule. */
    private boolean isProvenByResuming(String rule) {
        return run.plan().equals(Plans.resumed())
                && run.results().stream()
                        .anyMatch(each -> each.verdict() != Verdict.SKIPPED
                                && each.testCase().rules().contains(rule));
    }

    private void waivers() {
        if (!run.waivers().all().isEmpty()) {
            html.element("h2", "Waivers").open("ul");
            for (var waiver : run.waivers().all()) {
                html.open("li")
                        .element("b", waiver.cases())
                        .text(" until " + waiver.until() + (run.isExpired(waiver) ? " (expired, without effect)" : "")
                                + ": " + waiver.reason())
                        .close("li");
            }
            html.close("ul");
        }
    }

    private void legend() {
        html.element("h2", "Legend", "id", "legend").open("dl", "class", "legend");
        for (var verdict : Verdict.values()) {
            html.element("dt", Marks.of(verdict) + " " + Marks.name(verdict))
                    .element("dd", subject.words(verdict.meaning()) + ".");
        }
        for (var agreement : Agreement.values()) {
            html.element("dt", Marks.of(agreement) + " " + agreement.title())
                    .element("dd", "An observation: " + subject.words(agreement.meaning()) + ".");
        }
        html.close("dl");
    }

    static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
