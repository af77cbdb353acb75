package dev.operatorkit.reference.backoffice;

import dev.operatorkit.money.Amount;
import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.BackOffice.Reply;
import dev.operatorkit.reference.backoffice.BackOffice.Template;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.limits.DayTotals;
import dev.operatorkit.reference.store.Accounts.Author;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingOutcome;
import dev.operatorkit.wire.Player;
import io.helidon.webserver.http.ServerRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Serves the pages of the players: search, creation, balance adjustments and sessions. */
final class PlayerPages {
    private static final int MAX_ROWS = 100;
    private static final Author BACK_OFFICE = new Author("back office");

    private final Parts parts;

    PlayerPages(Parts parts) {
        this.parts = parts;
    }

    void routing(BackOffice office, ExactRoutes routes) {
        routes.get("/players", office.page(this::players));
        routes.post("/players", office.form((request, form) -> open(form)));
        routes.get("/player", office.page(request -> player(query(request, "id"), notice(query(request, "done")), "")));
        routes.post("/player/adjust", office.form((request, form) -> adjust(form)));
        routes.post("/player/limits", office.form((request, form) -> setLimits(form)));
        routes.post("/player/session", office.form((request, form) -> session(form)));
        routes.post("/player/end-sessions", office.form((request, form) -> endSessions(form)));
    }

    static String query(ServerRequest request, String name) {
        return request.query().first(name).orElse("");
    }

    static String link(String page, String parameter, String value) {
        return page + "?" + parameter + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    static Cell account(String id) {
        return new Cell(id, link("/player", "id", id), "");
    }

    private Reply players(ServerRequest request) {
        var beginning = query(request, "id");
        var rows = parts.ledger().players(beginning, MAX_ROWS).stream()
                .map(player -> List.of(
                        account(player.accountId()),
                        Cell.of(player.displayName()),
                        Cell.number(player.balance().money()),
                        Cell.time(player.balance().updatedAt())))
                .toList();
        var listing = new Listing(
                "Ordered by account id, at most " + MAX_ROWS,
                List.of(Filter.of("id", "Account id begins with", beginning)),
                List.of("Account", "Name", "Balance", "Last entry (UTC)"),
                rows);
        return Reply.page(Template.PLAYERS, "Players", Map.of("listing", listing));
    }

    private Reply open(Form form) {
        var id = form.required("id");
        var currency = CurrencyCode.of(form.required("currency"));
        var opening = form.text("opening").isEmpty() ? "0" : form.text("opening");
        var name = form.text("name").isEmpty() ? id : form.text("name");
        if (!parts.accounts().open(id, name, Amount.parse(opening).toMoney(currency), BACK_OFFICE)) {
            throw new IllegalArgumentException("Account " + id + " exists already. Choose another id.");
        }
        return Reply.redirect(link("/player", "id", id) + "&done=created");
    }

    private Player requirePlayer(String id) {
        return parts.accounts()
                .player(id)
                .orElseThrow(() -> new IllegalArgumentException("There is no account " + id + ". Check the id."));
    }

    private Reply player(String id, String notice, String token) {
        var player = requirePlayer(id);
        var entries = parts.ledger().entries(id, MAX_ROWS).stream()
                .map(entry -> List.of(
                        Cell.number(entry.version()),
                        Cell.time(entry.at()),
                        Cell.of(entry.description()),
                        Cell.number(entry.change()),
                        Cell.number(entry.after()),
                        Cell.of(entry.note()),
                        transaction(entry.transactionId() == null ? "" : entry.transactionId())))
                .toList();
        var sessions = parts.sessions().ofAccount(id, MAX_ROWS).stream()
                .map(session -> List.of(Cell.time(session.createdAt()), Cell.time(session.expiresAt())))
                .toList();
        var content = new HashMap<String, Object>();
        content.put("player", player);
        content.put("token", token);
        content.put("reference", UUID.randomUUID().toString());
        var limits = new LimitForm(
                player.balance().money().currency(), parts.limits().find(id));
        content.put("limits", limits);
        content.put("limitChanges", limits.changes(parts.limits().changes(id, MAX_ROWS), MAX_ROWS));
        content.put(
                "entries",
                new Listing(
                        "Newest first, at most " + MAX_ROWS,
                        List.of(),
                        List.of("Version", "Time (UTC)", "Type", "Change", "Balance after", "Note", "Transaction"),
                        entries));
        content.put(
                "sessions",
                new Listing(
                        "Newest first, at most " + MAX_ROWS,
                        List.of(),
                        List.of("Created (UTC)", "Expires (UTC)"),
                        sessions));
        return Reply.page(Template.PLAYER, player.displayName(), content).withNotice(notice);
    }

    static Cell transaction(String id) {
        return id.isEmpty() ? Cell.of("") : new Cell(id, link("/transactions", "id", id), "");
    }

    private Reply adjust(Form form) {
        var id = form.required("id");
        var currency = requirePlayer(id).balance().money().currency();
        var change = Amount.parse(form.required("amount")).toMoney(currency);
        var posting = Posting.correction(change).account(id).reference(form.required("reference"));
        var done = switch (parts.accounts().post(posting, BACK_OFFICE, form.reason())) {
            case PostingOutcome.Applied applied -> "adjusted";
            case PostingOutcome.Repeated repeated -> "repeated";
            case PostingOutcome.Refused refused -> throw new IllegalArgumentException(refused.message());
        };
        return Reply.redirect(link("/player", "id", id) + "&done=" + done);
    }

    private Reply setLimits(Form form) {
        var id = form.required("id");
        var currency = requirePlayer(id).balance().money().currency();
        var seen = LimitForm.seen(form, currency);
        var today = DayTotals.dayOf(parts.clock().instant());
        var limits = LimitForm.read(form, currency, seen, today);
        parts.limits().set(id, seen, limits, BACK_OFFICE, form.reason());
        return Reply.redirect(link("/player", "id", id) + "&done=limited");
    }

    /** Returns the notice for a redirect: a form that moves money redirects, so that reloading its page repeats nothing. */
    private static String notice(String done) {
        return switch (done) {
            case "created" -> "Player created.";
            case "adjusted" -> "Balance adjusted. The entry is listed below.";
            case "repeated" -> "The adjustment with this reference was already made. Nothing was changed.";
            case "limited" -> "Limits saved. They apply from the next bet on.";
            default -> "";
        };
    }

    private Reply session(Form form) {
        var id = requirePlayer(form.required("id")).accountId();
        return player(
                id,
                "Session created. Its token is shown only once.",
                parts.sessions().start(id));
    }

    private Reply endSessions(Form form) {
        var id = form.required("id");
        var ended = parts.sessions().end(id);
        return player(id, ended == 1 ? "1 session ended." : ended + " sessions ended.", "");
    }
}
