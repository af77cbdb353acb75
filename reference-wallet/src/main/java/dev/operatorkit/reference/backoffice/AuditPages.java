package dev.operatorkit.reference.backoffice;

import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.database.Audit;
import io.helidon.webserver.http.ServerRequest;

/** Serves the audit of the ledger. */
final class AuditPages {
    private final Parts parts;

    AuditPages(Parts parts) {
        this.parts = parts;
    }

    void register(BackOffice office) {
        office.page("/audit", this::audit);
    }

    private Reply audit(ServerRequest request) {
        var findings = Audit.run(parts.database());
        var broken = findings.stream().filter(finding -> !finding.holds()).count();
        var table = new Table<Audit.Finding>()
                .add("Result", finding -> Cell.verdict(finding.holds(), result(finding)))
                .text("Invariant", Audit.Finding::sentence)
                .text("Violations", finding -> String.join(", ", finding.examples()));
        var verdict = broken == 0
                ? "The ledger balances. All " + findings.size() + " checks passed"
                : "THE LEDGER DOES NOT BALANCE. " + broken + " of " + findings.size() + " checks failed";
        return Reply.page("audit", "Audit")
                .with("listing", Listing.of("The invariants of the ledger, checked with SQL", table, findings))
                .with("holds", broken == 0)
                .with("verdict", verdict + " on " + Page.time(parts.clock().instant()) + ".");
    }

    private static String result(Audit.Finding finding) {
        return finding.holds() ? "holds" : "BROKEN: " + finding.violations();
    }
}
