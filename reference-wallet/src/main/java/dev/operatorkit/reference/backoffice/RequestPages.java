package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Links.account;
import static dev.operatorkit.reference.backoffice.Links.link;
import static dev.operatorkit.reference.backoffice.PlayerPages.query;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.backoffice.BackOffice.FormHandler;
import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Serves the requests for adjustments that need a second person. */
final class RequestPages {
    private static final int MAX_ROWS = 100;
    private static final int CHUNK = 1000;
    private static final String WAITING = "waiting";
    private static final List<String> CHOICES = List.of(WAITING, "all");

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
        var filter = link("", "state", waiting ? WAITING : "all", "account", account);
        var listing = new Listing(
                waiting
                        ? "Adjustments that wait for a second person, newest first"
                        : "All requests, newest first, at most " + MAX_ROWS + " on a page",
                List.of(
                        Filter.of("account", "Account id", account),
                        new Filter("state", "State", waiting ? WAITING : "all", CHOICES)),
                List.of(
                        "Request",
                        "Account",
                        "Change",
                        "Reason",
                        "Requested by",
                        "Time (UTC)",
                        "State",
                        "Expires (UTC)",
                        "Decided by"),
                found.stream().map(RequestPages::row).toList());
        return Reply.listing(
                "Requests",
                listing.withNothing((waiting ? "Nothing waits for approval" : "No requests yet")
                                + (account.isEmpty() ? "." : " for “" + account + "”."))
                        .withExport("/requests.csv" + filter)
                        .withFurther(
                                found.size() < MAX_ROWS
                                        ? ""
                                        : "/requests" + filter + "&before="
                                                + found.get(found.size() - 1).id()));
    }

    private static List<Cell> row(Request request) {
        return List.of(
                Cell.link("" + request.id(), link("/request", "id", "" + request.id())),
                account(request.account()),
                Cell.change(request.change()),
                Cell.of(request.reason()),
                Cell.of(request.requestedBy()),
                Cell.time(request.requestedAt()),
                state(request),
                request.state() == State.PENDING ? Cell.time(expiry(request)) : Cell.of(""),
                Cell.of(request.decidedBy()));
    }

    private static Instant expiry(Request request) {
        return request.requestedAt().plus(Adjustments.LIFE);
    }

    private static Cell state(Request request) {
        var text = request.state().name().toLowerCase(Locale.ROOT);
        return switch (request.state()) {
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
        facts.add(fact("State", state(request)));
        var decided = request.decidedAt();
        if (decided != null) {
            facts.add(fact("Decided by", Cell.of(request.decidedBy())));
            facts.add(fact("Decided (UTC)", Cell.time(decided)));
            facts.add(fact("Note", Cell.of(request.decision())));
        } else if (request.state() == State.PENDING) {
            facts.add(fact("Expires (UTC)", Cell.time(expiry(request))));
        }
        facts.add(fact("Account", account(request.account())));
        var player = parts.accounts().player(request.account());
        facts.add(fact("Player", Cell.of(player.map(Player::displayName).orElse(""))));
        facts.add(fact("Change", Cell.of(Page.change(request.change()))));
        facts.add(fact("Balance at the request", Cell.of(Page.money(request.balance()))));
        var now = player.map(holder -> holder.balance().money());
        facts.add(fact("Balance now", Cell.of(now.map(Page::money).orElse(""))));
        if (request.state() == State.PENDING) {
            facts.add(fact(
                    "Balance after approval",
                    Cell.of(now.map(balance -> after(balance, request.change())).orElse(""))));
        }
        facts.add(fact("Reason", Cell.of(request.reason())));
        facts.add(fact("Reference", Cell.of(request.reference())));
        facts.add(fact("Requested by", Cell.of(request.requestedBy())));
        facts.add(fact("Requested (UTC)", Cell.time(request.requestedAt())));
        var content = new HashMap<String, Object>();
        content.put("request", request);
        content.put("facts", facts);
        content.put("deadline", Page.time(expiry(request)));
        return Reply.page(Template.REQUEST, "Request " + request.id(), content);
    }

    private static String after(Money balance, Money change) {
        try {
            var after = balance.plus(change);
            return Page.money(after) + (after.minorUnits() < 0 ? ": below zero, so the approval would fail" : "");
        } catch (ArithmeticException e) {
            return "larger than a balance may be";
        }
    }

    private static List<Cell> fact(String name, Cell value) {
        return List.of(Cell.of(name), value);
    }

    private Reply export(ServerRequest request) {
        var account = query(request, "account");
        var waiting = WAITING.equals(query(request, "state"));
        return new Reply.File(new Csv(
                "requests.csv",
                List.of(
                        "request",
                        "account",
                        "amount",
                        "currency",
                        "reference",
                        "reason",
                        "requested by",
                        "requested at",
                        "state",
                        "decided by",
                        "decided at",
                        "note"),
                sink -> write(account, waiting, sink)));
    }

    private void write(String account, boolean waiting, Consumer<List<Object>> sink) {
        var before = Long.MAX_VALUE;
        while (true) {
            var requests = parts.adjustments().requests(account, waiting, before, CHUNK);
            for (var request : requests) {
                var decided = request.decidedAt();
                sink.accept(List.of(
                        request.id(),
                        request.account(),
                        request.change(),
                        request.reference(),
                        request.reason(),
                        request.requestedBy(),
                        request.requestedAt(),
                        request.state(),
                        request.decidedBy(),
                        decided == null ? "" : decided,
                        request.decision()));
                before = request.id();
            }
            if (requests.size() < CHUNK) {
                return;
            }
        }
    }
}
