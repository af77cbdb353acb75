package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Links.account;
import static dev.operatorkit.reference.backoffice.Links.link;
import static dev.operatorkit.reference.backoffice.Page.Cell.fact;
import static dev.operatorkit.reference.backoffice.PlayerPages.query;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.backoffice.BackOffice.FormHandler;
import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.Adjustments;
import dev.operatorkit.reference.staff.Adjustments.Request;
import dev.operatorkit.reference.staff.Adjustments.State;
import dev.operatorkit.reference.staff.NotFoundException;
import dev.operatorkit.reference.staff.NotFoundException.Kind;
import dev.operatorkit.reference.staff.Role;
import dev.operatorkit.wire.Player;
import io.helidon.webserver.http.ServerRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Serves the requests for adjustments that need a second person. */
final class RequestPages {
    private static final int MAX_ROWS = 100;
    private static final String WAITING = "waiting";
    private static final List<String> CHOICES = List.of(WAITING, "all");
    private static final Table<Request> TABLE = new Table<Request>()
            .add("Request", "request", Request::id, id -> Cell.link("" + id, link("/request", "id", "" + id)))
            .add("Account", "account", Request::account, Links::account)
            .change("Change", "amount", Request::change)
            .exported("reference", Request::reference)
            .text("Reason", "reason", Request::reason)
            .text("Requested by", "requested by", Request::requestedBy)
            .time("Time (UTC)", "requested at", Request::requestedAt)
            .add("State", "state", Request::state, RequestPages::state)
            .shown("Expires (UTC)", RequestPages::expiryCell)
            .text("Decided by", "decided by", Request::decidedBy)
            .exported("decided at", Request::decidedAt)
            .exported("note", Request::decision);

    private final Parts parts;

    RequestPages(Parts parts) {
        this.parts = parts;
    }

    void routing(BackOffice office, ExactRoutes routes) {
        routes.get("/requests", office.page(this::requests));
        routes.get("/requests.csv", office.page(this::export));
        routes.get("/request", office.page(request -> request(query(request, "id"))));
        routes.post("/request/approve", office.form("approve", Role.APPROVER, decide(Adjustments::approve)));
        routes.post("/request/reject", office.form("reject", Role.APPROVER, decide(Adjustments::reject)));
        routes.post("/request/withdraw", office.form("withdraw", Role.CASHIER, decide(Adjustments::withdraw)));
    }

    private interface Decision {
        Request make(Adjustments adjustments, long id, Author author, String note);
    }

    private FormHandler decide(Decision decision) {
        return (request, form, author) -> {
            var ended = decision.make(parts.adjustments(), form.requiredNumber("id"), author, form.reason());
            return Reply.redirect(link("/request", "id", "" + ended.id()));
        };
    }

    private Reply requests(ServerRequest request) {
        var account = query(request, "account");
        var waiting = !"all".equals(query(request, "state"));
        var found = parts.adjustments().requests(account, waiting, PlayerPages.before(request), MAX_ROWS);
        var choice = waiting ? WAITING : "all";
        return Reply.listing(
                "Requests",
                TABLE.listing(
                                waiting
                                        ? "Adjustments that wait for a second person, newest first"
                                        : "All requests, newest first, at most " + MAX_ROWS + " on a page",
                                List.of(
                                        Filter.of("account", "Account id", account),
                                        new Filter("state", "State", choice, CHOICES)),
                                found)
                        .withNothing((waiting ? "Nothing waits for approval" : "No requests yet")
                                + (account.isEmpty() ? "." : " for “" + account + "”."))
                        .withExport(link("/requests.csv", "state", choice, "account", account))
                        .withFurther(
                                found,
                                MAX_ROWS,
                                last -> link(
                                        "/requests", "state", choice, "account", account, "before", "" + last.id())));
    }

    private static Instant expiry(Request request) {
        return request.requestedAt().plus(Adjustments.LIFE);
    }

    private static Cell expiryCell(Request request) {
        return request.state() == State.PENDING ? Cell.time(expiry(request)) : Cell.of("");
    }

    private static Cell state(State state) {
        var text = state.name().toLowerCase(Locale.ROOT);
        return switch (state) {
            case PENDING -> Cell.of(WAITING);
            case APPLIED -> Cell.verdict(true, text);
            case REJECTED, FAILED, EXPIRED -> Cell.verdict(false, text);
            case WITHDRAWN -> Cell.of("cancelled");
        };
    }

    private Reply request(String id) {
        var found = id.matches("\\d{1,18}") ? parts.adjustments().find(Long.parseLong(id)) : Optional.<Request>empty();
        var request = found.orElseThrow(
                () -> new NotFoundException(Kind.REQUEST, "There is no request “" + id + "”. Check the number."));
        var facts = new ArrayList<List<Cell>>();
        facts.add(fact("State", state(request.state())));
        var decided = request.decidedAt();
        if (decided != null) {
            facts.add(fact("Decided by", request.decidedBy()));
            facts.add(fact("Decided (UTC)", Cell.time(decided)));
            facts.add(fact("Note", request.decision()));
        } else if (request.state() == State.PENDING) {
            facts.add(fact("Expires (UTC)", Cell.time(expiry(request))));
        }
        facts.add(fact("Account", account(request.account())));
        var player = parts.accounts().player(request.account());
        facts.add(fact("Player", player.map(Player::displayName).orElse("")));
        facts.add(fact("Change", Page.change(request.change())));
        facts.add(fact("Balance at the request", Page.money(request.balance())));
        var now = player.map(holder -> holder.balance().money());
        facts.add(fact("Balance now", now.map(Page::money).orElse("")));
        if (request.state() == State.PENDING) {
            facts.add(fact(
                    "Balance after approval",
                    now.map(balance -> after(balance, request.change())).orElse("")));
        }
        facts.add(fact("Reason", request.reason()));
        facts.add(fact("Reference", request.reference()));
        facts.add(fact("Requested by", request.requestedBy()));
        facts.add(fact("Requested (UTC)", Cell.time(request.requestedAt())));
        return Reply.page(
                Template.REQUEST,
                "Request " + request.id(),
                Map.of("request", request, "facts", facts, "deadline", Page.time(expiry(request))));
    }

    private static String after(Money balance, Money change) {
        try {
            var after = balance.plus(change);
            return Page.money(after) + (after.minorUnits() < 0 ? ": below zero, so the approval would fail" : "");
        } catch (ArithmeticException e) {
            return "larger than a balance may be";
        }
    }

    private Reply export(ServerRequest request) {
        var account = query(request, "account");
        var waiting = WAITING.equals(query(request, "state"));
        return TABLE.file(
                "requests.csv",
                (last, most) -> parts.adjustments()
                        .requests(account, waiting, last == null ? Long.MAX_VALUE : last.id(), most));
    }
}
