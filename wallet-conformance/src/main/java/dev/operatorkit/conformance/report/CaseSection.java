package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.money.BalanceChain;
import dev.operatorkit.conformance.result.CaseResult;
import dev.operatorkit.conformance.result.ExpectedFailures;
import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.result.Verdict;
import dev.operatorkit.conformance.suite.Failure;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.suite.Rules;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes the cases for developers: a jump list, a filter, and each case with its rules, its failure and its exchanges. */
final class CaseSection {
    private final Html html;
    private final SuiteResult run;
    private final ExpectedFailures expected;
    private final ExchangeView exchanges;
    private final Subject subject;

    CaseSection(Html html, SuiteResult run, ExpectedFailures expected) {
        this.html = html;
        this.run = run;
        this.expected = expected;
        this.subject = Subject.of(run.plan());
        this.exchanges = new ExchangeView(html, run.wallet(), subject);
    }

    /** Returns the id of an area's heading. */
    static String anchor(Area area) {
        return "area-" + area.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }

    void write() {
        var areas =
                Area.of(run).stream().filter(area -> !area.results().isEmpty()).toList();
        html.open("section", "id", "cases").element("h2", "Cases");
        jumpList(areas);
        filter(areas);
        for (var area : areas) {
            html.open("section", "class", "area", "id", anchor(area)).element("h3", area.title());
            area.results().forEach(this::write);
            html.close("section");
        }
        html.element("p", "No case matches the filter.", "id", "no-match", "hidden", "")
                .close("section");
    }

    private void jumpList(List<Area> areas) {
        html.open("nav", "class", "jump", "aria-label", "Areas").open("ul");
        for (var area : areas) {
            var failed = area.count(Verdict.FAILED);
            html.open("li").link("#" + anchor(area), area.title());
            html.element("small", " " + area.results().size() + (failed > 0 ? ", " + failed + " failed" : ""));
            html.close("li");
        }
        html.close("ul", "nav");
    }

    /** Writes the form that the script shows; without it, every case is visible. */
    private void filter(List<Area> areas) {
        html.open("form", "id", "filter", "role", "search", "hidden", "");
        html.open("label")
                .text("Search")
                .open("input", "type", "search", "name", "text")
                .close("label");
        html.open("label").text("Result").open("select", "name", "result").element("option", "any", "value", "");
        for (var verdict : Verdict.values()) {
            html.element("option", Marks.name(verdict), "value", verdict.name());
        }
        html.element("option", "differing", "value", "DIFFERING").close("select", "label");
        html.open("label").text("Area").open("select", "name", "area").element("option", "any", "value", "");
        areas.forEach(area -> html.element("option", area.title(), "value", anchor(area)));
        html.close("select", "label");
        html.open("label").text("Rule").open("select", "name", "rule").element("option", "any", "value", "");
        run.results().stream()
                .flatMap(result -> result.testCase().rules().stream())
                .distinct()
                .sorted(Rules::compare)
                .forEach(rule -> html.element("option", rule));
        html.close("select", "label");
        html.element("button", "Clear", "type", "reset");
        html.element("output", "", "aria-live", "polite").close("form");
    }

    private void write(CaseResult result) {
        var of = result.testCase();
        var verdict = result.verdict();
        var failed = verdict == Verdict.FAILED;
        html.open(
                "details",
                "class",
                "case " + verdict + (result.differs() ? " DIFFERING" : ""),
                "id",
                of.id(),
                failed ? "open" : "",
                "");
        html.open("summary").open("b").text(Marks.of(verdict) + " " + Marks.name(verdict) + remark(result));
        html.close("b")
                .text(" ")
                .element("code", of.id())
                .text(" " + of.title())
                .close("summary");
        rules(of.rules());
        var failure = result.failure();
        if (failure != null) {
            write(failure);
        } else if (verdict == Verdict.SKIPPED) {
            html.element("p", result.detail());
        }
        observations(result.observations());
        result.notes().forEach(note -> html.element("p", note));
        if (!result.unreturnedBalance().isEmpty()) {
            html.element("p", "Balance not restored: " + result.unreturnedBalance());
        }
        exchanges(result, failed);
        html.close("details");
    }

    private String remark(CaseResult result) {
        return standing(result) + reruns(result);
    }

    private static String reruns(CaseResult result) {
        return result.reruns().stream()
                .map(rerun -> " (run again " + rerun.at().toString().substring(0, 10) + ", before: "
                        + Marks.name(rerun.verdict()) + ")")
                .collect(Collectors.joining());
    }

    private String standing(CaseResult result) {
        if (result.verdict() == Verdict.FAILED
                && expected.covers(result.testCase().id())) {
            return " (expected)";
        }
        return run.waiverOf(result).isPresent() ? " (waived)" : result.differs() ? " (differing)" : "";
    }

    private void rules(List<String> ids) {
        html.open("ul", "class", "sentences");
        for (var id : ids) {
            var point = Rules.openPointOf(id);
            html.open("li")
                    .text(id + " " + (point.isEmpty() ? Rules.textOf(id) : point))
                    .close("li");
        }
        html.close("ul");
    }

    private void write(Failure failure) {
        html.open("dl", "class", "failure");
        term("Broken rule", failure.rule() + ": " + Rules.textOf(failure.rule()));
        term("Expected", failure.expected());
        term("Actual", failure.actual());
        failure.chain().ifPresent(this::write);
        term("Hint", failure.advice());
        html.close("dl");
        var shown = failure.exchange();
        if (shown != null && subject == Subject.CLIENT) {
            html.element("p", "The call that shows the failure:");
            exchanges.writeWhole(shown);
        } else if (shown != null) {
            var lines = CurlLine.of(shown, run.wallet());
            html.element("p", "The exchange that shows the failure. " + CurlLine.preparation(lines));
            html.element("pre", lines, "class", "curl");
            exchanges.writeWhole(shown);
        }
    }

    private void write(BalanceChain chain) {
        html.element("dt", "Movements")
                .open("dd")
                .open("table", "class", "chain")
                .open("tbody");
        row("balance of " + chain.account(), chain.money(chain.start()), "");
        for (var line : chain.lines()) {
            row(line.what(), line.amount(), line.note());
        }
        row("expected", chain.money(chain.expected()), "");
        row("the wallet says", chain.money(chain.actual()), "");
        html.close("tbody", "table", "dd");
    }

    private void row(String what, String amount, String note) {
        html.open("tr").element("th", what, "scope", "row").element("td", amount, "class", "number");
        html.element("td", note).close("tr");
    }

    private void term(String name, @Nullable String words) {
        if (words != null && !words.isEmpty()) {
            html.element("dt", name).element("dd", words);
        }
    }

    private void observations(List<Observation> observations) {
        if (!observations.isEmpty()) {
            html.open("ul", "class", "observations");
            observations.stream().distinct().forEach(each -> {
                html.open("li")
                        .element(
                                "b",
                                Marks.of(each.agreement()) + " "
                                        + each.agreement().title());
                html.text(": " + each.seen() + ". Recommended: " + each.recommended() + " (" + each.decision() + ").");
                if (each.differs()) {
                    html.text(" ").element("em", Rules.textOf(each.decision()));
                }
                html.close("li");
            });
            html.close("ul");
        }
    }

    private void exchanges(CaseResult result, boolean failed) {
        if (failed) {
            html.element("p", "Every exchange of the case:");
            exchanges.writeWhole(result.exchanges());
        } else if (!result.exchanges().isEmpty()) {
            exchanges.writeCompact(result.exchanges());
        }
    }
}
