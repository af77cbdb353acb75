package dev.operatorkit.conformance.report;

import dev.operatorkit.conformance.result.SuiteResult;
import dev.operatorkit.conformance.suite.Observation;
import dev.operatorkit.conformance.suite.Observation.Agreement;
import dev.operatorkit.conformance.suite.Rules;
import java.util.List;

/** Writes what the wallet does where the specification is open: first where it differs from what is recommended. */
final class ObservationSection {
    private final Html html;
    private final SuiteResult run;
    private final Subject subject;

    ObservationSection(Html html, SuiteResult run) {
        this.html = html;
        this.run = run;
        this.subject = Subject.of(run.plan());
    }

    void write() {
        html.open("section", "id", "observations").element("h2", "Observations");
        html.element(
                "p",
                subject.words(
                        "The specification leaves these points open, so nothing here counts against the wallet. For"
                                + " each of them OperatorKit has decided what it recommends."));
        write(Agreement.DIFFERS, "Differs from the recommendation", true);
        write(Agreement.AS_RECOMMENDED, "As recommended", false);
        write(Agreement.UNPROVEN, "Not shown by this run", false);
        html.close("section");
    }

    private void write(Agreement agreement, String title, boolean open) {
        var byDecision = run.observationsByDecision(agreement);
        var count = byDecision.values().stream().mapToInt(List::size).sum();
        html.element("h3", Marks.of(agreement) + " " + title + ": " + count);
        if (byDecision.isEmpty()) {
            html.element("p", "None.");
        }
        byDecision.forEach((id, seen) -> write(title, id, seen, open));
    }

    private void write(String title, String id, List<Observation> seen, boolean open) {
        var point = Rules.openPointOf(id);
        html.open("details", "class", "decision", open ? "open" : "", "");
        html.open("summary").text(point.isEmpty() ? Rules.textOf(id) : point);
        html.element("small", " " + seen.size()).close("summary");
        html.open("p").element("b", id);
        html.text(point.isEmpty() ? "" : ": " + Rules.textOf(id)).close("p");
        html.openTable(title + ", " + id, "seen", subject.words("What the wallet does"), "Recommended");
        seen.forEach(each -> html.open("tr")
                .element("td", each.seen())
                .element("td", each.recommended())
                .close("tr"));
        html.closeTable().close("details");
    }
}
