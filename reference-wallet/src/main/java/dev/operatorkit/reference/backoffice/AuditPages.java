package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.PlayerPages.query;

import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.database.Audit;
import dev.operatorkit.reference.database.Audit.Ids;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.operations.CallbackLog.Subject;
import io.helidon.webserver.http.ServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Serves the audit, of the whole ledger or of one account. */
final class AuditPages {
    private static final List<String> HEADINGS = List.of("Result", "Invariant");
    private static final List<String> HEADINGS_OF_VIOLATIONS =
            List.of("Result", "Invariant", "Violation", "Player", "Round", "Callbacks");

    private final Parts parts;

    AuditPages(Parts parts) {
        this.parts = parts;
    }

    void routing(BackOffice office, ExactRoutes routes) {
        routes.get("/audit", office.page(this::audit));
    }

    private Reply audit(ServerRequest request) {
        var about = new Subject(query(request, "account"), query(request, "round"), "");
        if (about.account().isEmpty() && !about.round().isEmpty()) {
            throw new IllegalArgumentException(
                    "A round id is unique only within an account. Enter the account id as well.");
        }
        var whole = about.account().isEmpty();
        var findings =
                whole ? Audit.run(parts.database()) : Audit.run(parts.database(), about.account(), about.round());
        var broken = findings.stream().filter(finding -> !finding.holds()).count();
        if (!whole && broken == 0) {
            // A typing error would have no finding either. What is damaged is shown even if its account is missing.
            requireKnown(about);
        }
        var headings = broken == 0 ? HEADINGS : HEADINGS_OF_VIOLATIONS;
        var rows = findings.stream()
                .flatMap(this::rows)
                .map(row -> row.subList(0, headings.size()))
                .toList();
        var filters = List.of(
                Filter.of("account", "Account id (empty for the whole ledger)", about.account()),
                Filter.of("round", "Round id (empty for all of the account)", about.round()));
        return Reply.page(
                Template.AUDIT,
                "Audit",
                Map.of(
                        "listing",
                        new Listing("The invariants of the ledger, checked with SQL", filters, headings, rows),
                        "holds",
                        broken == 0,
                        "verdict",
                        verdict(about, broken, findings.size()) + " on "
                                + Page.time(parts.clock().instant()) + ".",
                        "more",
                        whole ? List.<Cell>of() : more(about)));
    }

    private void requireKnown(Subject about) {
        if (about.round().isEmpty()) {
            PlayerPages.requirePlayer(parts, about.account());
        } else {
            LedgerPages.requireRound(parts, about.account(), about.round());
        }
    }

    private static String verdict(Subject about, long broken, int checks) {
        if (about.account().isEmpty()) {
            return broken == 0
                    ? "The ledger balances. All " + checks + " checks passed"
                    : "THE LEDGER DOES NOT BALANCE. " + broken + " of " + checks + " checks failed";
        }
        var name = (about.round().isEmpty() ? "" : "round “" + about.round() + "” of ") + "account “" + about.account()
                + "”";
        return broken == 0
                ? "No violations found for " + name + ". All " + checks + " checks passed"
                : broken + " of " + checks + " checks failed for " + name;
    }

    private static List<Cell> more(Subject about) {
        var more = new ArrayList<Cell>();
        more.add(Cell.link("Player", Links.link("/player", "id", about.account())));
        if (!about.round().isEmpty()) {
            more.add(Cell.link("Round", Links.link("/round", "account", about.account(), "id", about.round())));
        }
        more.add(Cell.link("Callbacks", Links.callbacks("/callbacks", about)));
        more.add(Cell.link("Audit of the whole ledger", "/audit"));
        return more;
    }

    /** Returns one row, or one for each example of a violation. */
    private Stream<List<Cell>> rows(Audit.Finding finding) {
        if (finding.holds()) {
            var nothing = Cell.of("");
            return Stream.of(List.of(
                    Cell.verdict(true, "holds"), Cell.of(finding.sentence()), nothing, nothing, nothing, nothing));
        }
        return finding.examples().stream().map(id -> {
            var about = subject(finding.ids(), id);
            return List.of(
                    Cell.verdict(false, "BROKEN: " + finding.violations()),
                    Cell.of(finding.sentence()),
                    finding.ids() == Ids.TRANSACTIONS ? Links.transaction(id) : Cell.of(id),
                    Links.account(about.account()),
                    LedgerPages.roundOf(parts, about.account(), about.round()),
                    Cell.shortLink("Callbacks", Links.callbacks("/callbacks", about)));
        });
    }

    /** Returns the account, round or transaction of a violation, unless the ledger has lost them. */
    private Subject subject(Ids ids, String id) {
        return switch (ids) {
            case ACCOUNTS -> new Subject(id, "", "");
            case REFERENCES ->
                parts.ledger()
                        .adjustment(id)
                        .map(found -> new Subject(found.account(), "", ""))
                        .orElse(Subject.UNKNOWN);
            case TRANSACTIONS ->
                parts.store()
                        .findTransaction(id)
                        .map(found -> new Subject(found.accountId(), found.gameRoundId(), id))
                        .orElse(new Subject("", "", id));
        };
    }
}
