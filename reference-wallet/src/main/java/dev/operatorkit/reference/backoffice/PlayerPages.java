package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Links.link;
import static dev.operatorkit.reference.backoffice.Links.round;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.limits.DayTotals;
import dev.operatorkit.reference.operations.CallbackLog.Subject;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.Adjustments.Result;
import dev.operatorkit.reference.staff.LedgerQueries;
import dev.operatorkit.reference.staff.NotFoundException;
import dev.operatorkit.reference.staff.NotFoundException.Kind;
import dev.operatorkit.reference.staff.NotPermittedException;
import dev.operatorkit.reference.staff.Person;
import dev.operatorkit.reference.staff.Role;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wire.Player;
import io.helidon.webserver.http.ServerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Serves the pages of the players: search, creation, balance adjustments and sessions. */
final class PlayerPages {
    private static final int MAX_ROWS = 100;
    private static final int MAX_WAITING = 5;
    private static final Table<Player> PLAYERS = new Table<Player>()
            .add("Account", "account", Player::accountId, Links::account)
            .text("Name", "name", Player::displayName)
            .amount("Balance", "balance", player -> player.balance().money())
            .time("Last entry (UTC)", "last entry", player -> player.balance().updatedAt());

    private final Parts parts;

    PlayerPages(Parts parts) {
        this.parts = parts;
    }

    void routing(BackOffice office, ExactRoutes routes) {
        routes.get("/players", office.page(this::players));
        routes.get("/players.csv", office.page(this::exportPlayers));
        routes.post("/players", office.form("create player", Role.CASHIER, this::open));
        routes.get("/player", office.page(request -> player(request, office.takeSecret(request))));
        routes.get("/player.csv", office.page(this::exportEntries));
        routes.post("/player/adjust", office.form("adjust", Role.CASHIER, this::adjust));
        routes.post("/player/limits", office.form("set limits", Role.CASHIER, this::setLimits));
        routes.post("/player/session", office.form("create session", Role.CASHIER, this::session));
        routes.post("/player/end-sessions", office.form("end sessions", Role.CASHIER, this::endSessions));
    }

    /** Returns the number that all rows of a page are older than. */
    static long before(ServerRequest request) {
        return number(request, "before", Long.MAX_VALUE);
    }

    static long number(ServerRequest request, String name, long otherwise) {
        var value = query(request, name);
        if (!value.matches("\\d{0,18}")) {
            throw new IllegalArgumentException(name + " must be a whole number, not " + value);
        }
        return value.isEmpty() ? otherwise : Long.parseLong(value);
    }

    static String query(ServerRequest request, String name) {
        return Form.storable(name, request.query().first(name).orElse(""));
    }

    private Reply players(ServerRequest request) {
        var beginning = query(request, "id");
        var found = parts.ledger().players(beginning, query(request, "after"), MAX_ROWS);
        var listing = PLAYERS.listing(
                        "Ordered by account id, at most " + MAX_ROWS + " on a page",
                        List.of(Filter.of("id", "Account id begins with", beginning)),
                        found)
                .withNothing(
                        beginning.isEmpty()
                                ? "No players yet."
                                : "No account id begins with “" + beginning + "”. Check the id.")
                .withExport(link("/players.csv", "id", beginning))
                .withFurther(found, MAX_ROWS, last -> link("/players", "id", beginning, "after", last.accountId()));
        return Reply.page(Template.PLAYERS, "Players", Map.of("listing", listing))
                .withNotice(
                        query(request, "done").equals("password")
                                ? "Password changed. Your other logins have ended."
                                : "");
    }

    private Reply exportPlayers(ServerRequest request) {
        var beginning = query(request, "id");
        return PLAYERS.file(
                "players.csv",
                (last, most) -> parts.ledger().players(beginning, last == null ? "" : last.accountId(), most));
    }

    private Reply open(ServerRequest request, Form form, Author author) {
        var id = form.required("id");
        var currency = CurrencyCode.of(form.required("currency"));
        var opening = form.text("opening").isEmpty() ? Money.zero(currency) : form.amount("opening", currency);
        var name = form.text("name").isEmpty() ? id : form.text("name");
        if (!parts.accounts().open(id, name, opening, author)) {
            throw new IllegalArgumentException("Account “" + id + "” exists already. Choose another id.");
        }
        return Reply.redirect(link("/player", "id", id) + "&done=created");
    }

    private Player requirePlayer(String id) {
        return requirePlayer(parts, id);
    }

    static Player requirePlayer(Parts parts, String id) {
        return parts.accounts()
                .player(id)
                .orElseThrow(
                        () -> new NotFoundException(Kind.ACCOUNT, "There is no account “" + id + "”. Check the id."));
    }

    private Reply player(ServerRequest request, String token) {
        var notice = token.isEmpty() ? notice(query(request, "done")) : "";
        var id = query(request, "id");
        var before = before(request);
        var player = requirePlayer(id);
        var found = parts.ledger().entries(id, before, MAX_ROWS);
        var sessions = parts.sessions().ofAccount(id, MAX_ROWS).stream()
                .map(session -> List.of(Cell.time(session.createdAt()), Cell.time(session.expiresAt())))
                .toList();
        var content = new HashMap<String, Object>();
        content.put("player", player);
        content.put("token", token);
        content.put("more", more(id, Visit.of(request).person()));
        content.put("reference", UUID.randomUUID().toString());
        var currency = player.balance().money().currency();
        content.put("waiting", parts.adjustments().requests(id, true, Long.MAX_VALUE, MAX_WAITING));
        content.put("allowance", allowance(Visit.of(request).person().name(), currency));
        var limits = new LimitForm(currency, parts.limits().find(id));
        content.put("limits", limits);
        content.put("limitChanges", limits.changes(parts.limits().changes(id, MAX_ROWS), MAX_ROWS));
        content.put(
                "entries",
                entries(id)
                        .listing("Newest first, at most " + MAX_ROWS + " on a page", List.of(), found)
                        .withExport(link("/player.csv", "id", id))
                        .withFurther(
                                found, MAX_ROWS, last -> link("/player", "id", id, "before", "" + last.version())));
        content.put(
                "sessions",
                new Listing(
                                "Newest first, at most " + MAX_ROWS,
                                List.of(),
                                List.of("Created (UTC)", "Expires (UTC)"),
                                sessions)
                        .withNothing("No sessions."));
        return Reply.page(Template.PLAYER, player.displayName(), content).withNotice(notice);
    }

    private static List<Cell> more(String id, Person person) {
        var about = new Subject(id, "", "");
        var more = new ArrayList<>(List.of(
                Cell.link("Open rounds", link("/rounds", "account", id)),
                Cell.link("Settled rounds", link("/rounds", "account", id, "state", "settled")),
                Cell.link("Requests", link("/requests", "account", id, "state", "all")),
                Cell.link("Callbacks", Links.callbacks("/callbacks", about)),
                Cell.link("Audit", Links.audit(about))));
        if (person.has(Role.ADMINISTRATOR)) {
            more.add(Cell.link("Trail", link("/trail", "subject", id)));
        }
        return more;
    }

    /** Says what the person may adjust without another one. The form is decided by what holds when it is sent. */
    private String allowance(String person, CurrencyCode currency) {
        return parts.amounts()
                .allowance(person, currency)
                .map(allowance -> allowance.perDay().minorUnits() == 0
                        ? "Every adjustment in " + currency + " needs a second person, so it becomes a request."
                        : "You may adjust " + Page.money(allowance.perDay())
                                + " per day (UTC) without a second person, and "
                                + Page.money(allowance.left())
                                + " of it is left today. An adjustment of more becomes a request.")
                .orElse("No amount is set that needs a second person.");
    }

    /** Entries never change, and their versions have no gap, so the chunks fit together whatever is written or archived meanwhile. */
    private Reply exportEntries(ServerRequest request) {
        var id = requirePlayer(query(request, "id")).accountId();
        return entries(id)
                .file(
                        "entries.csv",
                        (last, most) ->
                                parts.ledger().entries(id, last == null ? Long.MAX_VALUE : last.version(), most));
    }

    private static Table<LedgerQueries.Entry> entries(String id) {
        return new Table<LedgerQueries.Entry>()
                .exported("account", entry -> id)
                .add("Version", "version", LedgerQueries.Entry::version, Cell::number)
                .time("Time (UTC)", "time", LedgerQueries.Entry::at)
                .text("Type", "type", LedgerQueries.Entry::description)
                .change("Change", "change", LedgerQueries.Entry::change)
                .amount("Balance after", "balance after", LedgerQueries.Entry::after)
                .text("Note", "note", LedgerQueries.Entry::note)
                .add("Round", "round", LedgerQueries.Entry::round, round -> round(id, round))
                .add(
                        "Transaction",
                        "transaction",
                        entry -> entry.transactionId() == null ? "" : entry.transactionId(),
                        Links::transaction);
    }

    private Reply adjust(ServerRequest request, Form form, Author author) {
        var id = form.required("id");
        var currency = requirePlayer(id).balance().money().currency();
        var posting =
                Posting.correction(form.amount("amount", currency)).account(id).reference(form.reference());
        return switch (parts.adjustments().adjust(posting, author, form.reason())) {
            case Result.Applied applied -> Reply.redirect(link("/player", "id", id) + "&done=adjusted");
            case Result.Repeated repeated -> Reply.redirect(link("/player", "id", id) + "&done=repeated");
            case Result.Requested requested -> Reply.redirect(link("/request", "id", "" + requested.id()));
        };
    }

    /** Sets limits. Only an approver loosens them, so that one cashier does not end a self-exclusion in one click. */
    private Reply setLimits(ServerRequest request, Form form, Author author) {
        var id = form.required("id");
        var currency = requirePlayer(id).balance().money().currency();
        var seen = LimitForm.seen(form, currency);
        var today = DayTotals.dayOf(parts.clock().instant());
        var limits = LimitForm.read(form, currency, seen, today);
        var mayLoosen = parts.people().find(author.name()).filter(person -> person.has(Role.APPROVER));
        if (limits.isLooserThan(seen) && mayLoosen.isEmpty()) {
            throw new NotPermittedException(author.name(), Role.APPROVER);
        }
        parts.limits().set(id, seen, limits, author, form.reason());
        return Reply.redirect(link("/player", "id", id) + "&done=limited");
    }

    /** Returns the notice for a redirect: a form that may not be repeated redirects, so that reloading its page repeats nothing. */
    private static String notice(String done) {
        return switch (done) {
            case "created" -> "Player created.";
            case "adjusted" -> "Balance adjusted. The entry is listed below.";
            case "repeated" -> "The adjustment with this reference was already made. Nothing was changed.";
            case "ended" -> "The player's sessions ended.";
            case "none" -> "The player had no sessions.";
            case "session" -> "Session created. Its token was shown once. Create another session if the token is lost.";
            case "limited" -> "Limits saved. They apply from the next bet on.";
            default -> "";
        };
    }

    private Reply session(ServerRequest request, Form form, Author author) {
        var id = requirePlayer(form.required("id")).accountId();
        parts.trail().record(author, "create session", id, "");
        var address = link("/player", "id", id) + "&done=session";
        return new Reply.RedirectWithSecret(address, parts.sessions().start(id));
    }

    private Reply endSessions(ServerRequest request, Form form, Author author) {
        var id = requirePlayer(form.required("id")).accountId();
        parts.trail().record(author, "end sessions", id, "");
        return Reply.redirect(
                link("/player", "id", id) + "&done=" + (parts.sessions().end(id) == 0 ? "none" : "ended"));
    }
}
