package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Form.query;
import static dev.operatorkit.reference.backoffice.Links.link;
import static dev.operatorkit.reference.backoffice.Page.Cell.fact;

import dev.operatorkit.reference.backoffice.BackOffice.FormHandler;
import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.Adjustments;
import dev.operatorkit.reference.staff.Adjustments.Request;
import dev.operatorkit.reference.staff.Adjustments.State;
import dev.operatorkit.reference.staff.Role;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Serves the requests for adjustments that need a second person. */
final class RequestPages {
    private static final List<String> CHOICES = List.of("waiting", "all");
    private static final Table<Request> TABLE = new Table<Request>()
            .add("Request", Request::id, id -> Cell.link("" + id, link("/request", "id", "" + id)))
            .add("Account", Request::account, Links::account)
            .change("Change", Request::change)
            .text("Reason", Request::reason)
            .text("Requested by", Request::requestedBy)
            .time("Time (UTC)", Request::requestedAt)
            .add("State", Request::state, RequestPages::state)
            .text("Decided by", Request::decidedBy);

    private static final Duration BEFORE = Duration.ofDays(1);

    private final Parts parts;

    RequestPages(Parts parts) {
        this.parts = parts;
    }

    void register(BackOffice office) {
        office.list("/requests", null, "Requests", this::requests);
        office.page("/request", request -> request(Form.number("id", query(request, "id"))));
        office.form(
                "/request/approve",
                "approve",
                Role.APPROVER,
                decide((adjustments, id, author, form) -> adjustments.approve(id, author, form.reason(), form.seen())));
        office.form(
                "/request/reject",
                "reject",
                Role.APPROVER,
                decide((adjustments, id, author, form) -> adjustments.reject(id, author, form.reason())));
        office.form(
                "/request/withdraw",
                "withdraw",
                Role.CASHIER,
                decide((adjustments, id, author, form) -> adjustments.withdraw(id, author, form.reason())));
    }

    private interface Decision {
        void make(Adjustments adjustments, long id, Author author, Form form);
    }

    private FormHandler decide(Decision decision) {
        return (request, form, author) -> {
            var id = form.required("id");
            decision.make(parts.adjustments(), Form.number("id", id), author, form);
            return Reply.redirect(link("/request", "id", id));
        };
    }

    private RowList<Request> requests(ServerRequest request) {
        var account = query(request, "account");
        var choice = query(request, "state").equals("all") ? "all" : "waiting";
        var filters =
                List.of(Filter.of("account", "Account id", account), new Filter("state", "State", choice, CHOICES));
        return new RowList<>(
                "/requests",
                "Newest first",
                filters,
                TABLE,
                Request::id,
                (after, most) ->
                        parts.adjustments().requests(account, choice.equals("waiting"), RowList.before(after), most));
    }

    private static Cell state(State state) {
        return switch (state) {
            case PENDING -> Cell.of("waiting");
            case APPLIED, REJECTED ->
                Cell.verdict(state == State.APPLIED, state.name().toLowerCase(Locale.ROOT));
            case WITHDRAWN -> Cell.of("cancelled");
        };
    }

    private Reply request(long id) {
        var request = parts.adjustments().find(id);
        var player = parts.accounts().require(request.account());
        var facts = new ArrayList<>(List.of(
                fact("State", state(request.state())),
                fact("Account", Links.account(request.account())),
                fact("Player", player.displayName()),
                fact("Change", Page.change(request.change())),
                fact("Balance at the request", Page.money(request.balance())),
                fact("Balance now", Page.money(player.balance().money())),
                fact("Rounds", Links.openRounds(parts, request.account())),
                fact(
                        "Round",
                        request.round().isEmpty()
                                ? Cell.of("none named")
                                : Links.round(request.account(), request.round())),
                fact("Reason", request.reason()),
                fact("Reference", request.reference()),
                fact("Requested by", request.requestedBy()),
                fact("Requested (UTC)", Cell.time(request.requestedAt()))));
        var decided = request.decidedAt();
        if (decided != null) {
            facts.add(fact("Decided by", request.decidedBy()));
            facts.add(fact("Decided (UTC)", Cell.time(decided)));
            facts.add(fact("Reason for the decision", request.decision()));
        }
        var entries = parts.ledger().entries(request.account(), Long.MAX_VALUE, RowList.MAX_ROWS);
        var latest = entries.stream()
                .filter(entry -> entry.at().isAfter(request.requestedAt().minus(BEFORE)))
                .toList();
        var since = player.balance().money().minus(request.balance());
        var changed = since.isZero() ? "" : "The balance has changed by " + Page.change(since) + " since the request. ";
        return Reply.page("request", "Request " + id)
                .with("request", request)
                .with("facts", facts)
                .with(
                        "warning",
                        changed + parts.adjustments().warning(request.account(), request.round(), request.reference()))
                .with("ofRound", LedgerPages.movements(parts, parts.ledger().round(request.account(), request.round())))
                .with("version", entries.isEmpty() ? 0L : entries.get(0).version())
                .with(
                        "latest",
                        Listing.of(
                                entries.size() < RowList.MAX_ROWS
                                        ? "Movements since a day before the request"
                                        : "The latest " + RowList.MAX_ROWS
                                                + " movements. The page of the account has all of them.",
                                PlayerPages.entryTable(request.account()),
                                latest));
    }
}
