package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Form.query;
import static dev.operatorkit.reference.backoffice.Links.link;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.operations.CallbackLog.Subject;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.LedgerQueries;
import dev.operatorkit.reference.staff.Role;
import dev.operatorkit.reference.store.Sessions;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wire.Player;
import io.helidon.webserver.http.ServerRequest;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Serves the pages of the players: search, creation, balance adjustments, exclusions and sessions. */
final class PlayerPages {
    private static final int MAX_WAITING = 5;
    private static final LocalDate LAST_DAY = LocalDate.of(9999, 12, 31); // the last that both databases store
    private static final Table<Player> PLAYERS = new Table<Player>()
            .add("Account", Player::accountId, Links::account)
            .text("Name", Player::displayName)
            .amount("Balance", player -> player.balance().money())
            .time("Last entry (UTC)", player -> player.balance().updatedAt());
    private static final Table<Sessions.SessionRow> SESSIONS = new Table<Sessions.SessionRow>()
            .time("Created (UTC)", Sessions.SessionRow::createdAt)
            .time("Expires (UTC)", Sessions.SessionRow::expiresAt);

    private final Parts parts;

    PlayerPages(Parts parts) {
        this.parts = parts;
    }

    void register(BackOffice office) {
        office.page("/search", request -> find(query(request, "q").strip()));
        office.page("/players", this::players);
        office.page("/players.csv", this::list);
        office.form("/players", "create player", Role.CASHIER, this::open);
        office.page("/player", request -> player(request, office.takeSecret(request)));
        office.page("/player.csv", request -> entries(requirePlayer(query(request, "id"))));
        office.form("/player/adjust", "adjust", Role.CASHIER, this::adjust);
        office.form("/player/exclude", "exclude", Role.CASHIER, this::exclude);
        office.form("/player/session", "create session", Role.CASHIER, this::session);
        office.form("/player/end-sessions", "end sessions", Role.CASHIER, this::endSessions);
    }

    /** Leads to the transaction or the adjustment with an id, or else to the players whose ids begin with it. */
    private Reply find(String text) {
        var about = new Subject("", "", text);
        if (parts.store().findTransaction(text).isPresent()
                || parts.callbacks().all().stream()
                        .anyMatch(entry -> !text.isEmpty() && entry.subject().isAbout(about))) {
            return Reply.redirect(link("/transactions", "id", text));
        }
        return parts.ledger()
                .adjustment(text)
                .map(found -> link("/player", "id", found.account(), "after", "" + (found.version() + 1)))
                .map(Reply::redirect)
                .orElse(Reply.redirect(link("/players", "id", text)));
    }

    private RowList<Player> list(ServerRequest request) {
        var beginning = query(request, "id");
        return new RowList<>(
                "/players",
                "Ordered by account id",
                List.of(Filter.of("id", "Account id begins with", beginning)),
                PLAYERS,
                Player::accountId,
                (after, most) -> parts.ledger().players(beginning, after, most));
    }

    private Reply players(ServerRequest request) {
        return Reply.page("players", "Players")
                .with("listing", list(request).page(request))
                .withNotice(notice(query(request, "done")));
    }

    private Reply open(ServerRequest request, Form form, Author author) {
        var id = form.required("id");
        var currency = CurrencyCode.of(form.required("currency"));
        var opening = form.text("opening").isEmpty() ? Money.zero(currency) : form.amount("opening", currency);
        var name = form.text("name").isEmpty() ? id : form.text("name");
        if (!parts.accounts().open(id, name, opening, author)) {
            throw new IllegalArgumentException("Account “" + id + "” exists already. Choose another id.");
        }
        return done(id, "created");
    }

    private Player requirePlayer(String id) {
        return parts.accounts().require(id);
    }

    private static Reply done(String id, String action) {
        return Reply.redirect(link("/player", "id", id, "done", action));
    }

    private Reply player(ServerRequest request, String token) {
        var id = query(request, "id");
        var player = requirePlayer(id);
        var excludedUntil = parts.accounts().excludedUntil(id);
        var sessions = parts.sessions().ofAccount(id, RowList.MAX_ROWS);
        var reference = query(request, "reference");
        return Reply.page("player", player.displayName())
                .with("player", player)
                .with("token", token)
                .with("more", more(id, Visit.of(request).person().has(Role.ADMINISTRATOR)))
                .with("reference", reference.isEmpty() ? UUID.randomUUID().toString() : reference)
                .with("amount", query(request, "amount"))
                .with("warning", parts.adjustments().warning(id, "", reference))
                .with(
                        "version",
                        parts.ledger().entries(id, Long.MAX_VALUE, 1).stream()
                                .mapToLong(LedgerQueries.Entry::version)
                                .sum())
                .with("waiting", parts.adjustments().requests(id, true, Long.MAX_VALUE, MAX_WAITING))
                .with("excludedUntil", excludedUntil == null ? "" : excludedUntil.toString())
                .with("entries", entries(player).page(request))
                .with("sessions", Listing.of("The latest sessions", SESSIONS, sessions))
                .withNotice(token.isEmpty() ? notice(query(request, "done")) : "");
    }

    private List<Cell> more(String id, boolean administrator) {
        var more = new ArrayList<>(List.of(
                Links.openRounds(parts, id),
                Cell.link("Requests", link("/requests", "account", id, "state", "all")),
                Cell.link("Callbacks", Links.callbacks(new Subject(id, "", "")))));
        if (parts.database().history().restoredTo() != null) {
            more.add(Cell.link("Credits of lost bets", link("/unmatched", "account", id)));
        }
        if (administrator) {
            more.add(Cell.link("Trail", link("/trail", "subject", id)));
        }
        return more;
    }

    /** Lists entries, which never change and whose versions have no gap, so the pages fit together after any movement or archiving. */
    private RowList<LedgerQueries.Entry> entries(Player player) {
        var id = player.accountId();
        return new RowList<>(
                "/player",
                "Newest first",
                List.of(Filter.of("id", "Account id", id)),
                entryTable(id),
                LedgerQueries.Entry::version,
                (after, most) -> parts.ledger().entries(id, RowList.before(after), most));
    }

    static Table<LedgerQueries.Entry> entryTable(String id) {
        return new Table<LedgerQueries.Entry>()
                .add("Version", LedgerQueries.Entry::version, Cell::number)
                .time("Time (UTC)", LedgerQueries.Entry::at)
                .text("Type", LedgerQueries.Entry::description)
                .change("Change", LedgerQueries.Entry::change)
                .amount("Balance after", LedgerQueries.Entry::after)
                .text("Note", LedgerQueries.Entry::note)
                .add("Round", LedgerQueries.Entry::round, round -> Links.round(id, round))
                .add(
                        "Transaction",
                        entry -> entry.transactionId() == null ? "" : entry.transactionId(),
                        Links::transaction);
    }

    private Reply adjust(ServerRequest request, Form form, Author author) {
        var id = form.required("id");
        var currency = requirePlayer(id).balance().money().currency();
        var posting =
                Posting.correction(form.amount("amount", currency)).account(id).reference(form.reference());
        var result = parts.adjustments().adjust(posting, form.text("round"), author, form.reason(), form.seen());
        return result.request() != null
                ? Reply.redirect(link("/request", "id", "" + result.request()))
                : done(id, result.repeated() ? "repeated" : "adjusted");
    }

    /** Excludes a player, or ends the exclusion if the field is empty. A missing one is refused, since it may have been cut off. */
    private Reply exclude(ServerRequest request, Form form, Author author) {
        var id = requirePlayer(form.required("id")).accountId();
        var until = form.sent("excludedUntil").isEmpty() ? null : form.date("excludedUntil");
        var today = LocalDate.ofInstant(parts.clock().instant(), ZoneOffset.UTC);
        if (until != null && (until.isAfter(LAST_DAY) || !until.isAfter(today))) {
            throw new IllegalArgumentException("excludedUntil must be after today, " + today + " in UTC, and until "
                    + LAST_DAY + ", not " + until + ". Leave it empty to end an exclusion.");
        }
        parts.accounts().exclude(id, until, author, form.reason());
        return done(id, "excluded");
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
            case "password" -> "Password changed. Your other logins have ended.";
            case "ended-login" -> "You were logged in again. What you sent last was not saved.";
            case "excluded" -> "Exclusion saved. It applies from the next bet on.";
            default -> "";
        };
    }

    private Reply session(ServerRequest request, Form form, Author author) {
        var id = requirePlayer(form.required("id")).accountId();
        parts.trail().record(author, "create session", id, "");
        var address = link("/player", "id", id, "done", "session");
        return new Reply.RedirectWithSecret(address, parts.sessions().start(id));
    }

    private Reply endSessions(ServerRequest request, Form form, Author author) {
        var id = requirePlayer(form.required("id")).accountId();
        parts.trail().record(author, "end sessions", id, "");
        return done(id, parts.sessions().end(id) == 0 ? "none" : "ended");
    }
}
