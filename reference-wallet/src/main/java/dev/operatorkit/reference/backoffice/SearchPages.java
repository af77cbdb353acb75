package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Links.account;
import static dev.operatorkit.reference.backoffice.Links.link;
import static dev.operatorkit.reference.backoffice.Links.transaction;
import static dev.operatorkit.reference.backoffice.PlayerPages.query;

import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.operations.CallbackLog;
import dev.operatorkit.reference.staff.LedgerQueries.RoundRow;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wire.Player;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds from one field whatever an id names: a player, a round, a transaction, an adjustment or a callback. */
final class SearchPages {
    static final String PATH = "/search";
    private static final int MAX_PLAYERS = 20;
    private static final int MAX_CALLBACKS = 20;
    private static final int MAX_BLANKS = 8;
    private static final List<String> HEADINGS = List.of("Type", "Found", "Account", "Details");

    private static final String RULES = "Transactions and adjustments are found by their exact id or reference,"
        + " players by the beginning of their account id, and the latest callbacks of this node by any part of it. To"
        + " find a round, enter its account id, a space and the round id, or the id of one of its transactions.";

    private final Parts parts;

    SearchPages(Parts parts) {
        this.parts = parts;
    }

    void routing(BackOffice office, ExactRoutes routes) {
        routes.get(PATH, office.page(this::search));
    }

    private Reply search(ServerRequest request) {
        var text = query(request, "q").strip();
        // No id has control characters (D-36), and a database may refuse them.
        var rows = text.isEmpty() || text.chars().anyMatch(Character::isISOControl)
                ? List.<List<Cell>>of()
                : Stream.of(transactions(text), rounds(text), adjustments(text), players(text), callbacks(text))
                        .flatMap(kind -> kind)
                        .toList();
        var caption = (rows.size() == 1 ? "1 result" : rows.size() + " results") + " for “" + text + "”";
        var nothing = text.isEmpty() ? "Enter an id." : "Nothing was found for “" + text + "”.";
        var filters = List.of(Filter.of("q", "Id (for a round: account id, space, round id)", text));
        var listing = new Listing(caption, filters, HEADINGS, rows).withNothing(nothing);
        return Reply.page(Template.SEARCH, "Search", Map.of("listing", listing, "rules", RULES));
    }

    private Stream<List<Cell>> transactions(String id) {
        return parts.store().findTransaction(id).stream()
                .flatMap(found -> Stream.concat(Stream.of(row(found)), roundOf(found)));
    }

    private static List<Cell> row(StoredTransaction found) {
        return List.of(
                Cell.of("Transaction"),
                transaction(found.transactionId()),
                account(found.accountId()),
                Cell.sentence(found.kind() + " " + Page.change(LedgerPages.change(found)) + ", "
                        + Page.time(found.createdAt())));
    }

    private Stream<List<Cell>> roundOf(StoredTransaction found) {
        return parts.ledger().round(found.accountId(), found.gameRoundId()).stream()
                .map(SearchPages::row);
    }

    /** Finds a round by account and id, since rounds have an index by both only. Either may contain blanks. */
    private Stream<List<Cell>> rounds(String text) {
        return IntStream.range(0, text.length())
                .filter(at -> text.charAt(at) == ' ')
                .limit(MAX_BLANKS)
                .mapToObj(at -> parts.ledger().round(text.substring(0, at), text.substring(at + 1)))
                .flatMap(found -> found.stream().map(SearchPages::row));
    }

    private static List<Cell> row(RoundRow found) {
        return List.of(
                Cell.of("Round"),
                Links.round(found.account(), found.round()),
                account(found.account()),
                Cell.sentence(found.stateName() + ", opened " + Page.time(found.openedAt())));
    }

    private Stream<List<Cell>> adjustments(String reference) {
        return parts.ledger().adjustment(reference).stream()
                .map(found -> List.of(
                        Cell.of("Adjustment"),
                        Cell.link(
                                reference, link("/player", "id", found.account()) + "&before=" + (found.version() + 1)),
                        account(found.account()),
                        Cell.sentence("Entry " + found.version() + " of the account")));
    }

    private Stream<List<Cell>> players(String beginning) {
        return parts.ledger().players(beginning, "", MAX_PLAYERS).stream().map(SearchPages::row);
    }

    private static List<Cell> row(Player found) {
        return List.of(
                Cell.of("Player"),
                Cell.of(found.displayName()),
                account(found.accountId()),
                Cell.sentence("Balance " + Page.money(found.balance().money())));
    }

    private Stream<List<Cell>> callbacks(String text) {
        return parts.callbacks().all().stream()
                .filter(callback -> callback.subject().transaction().contains(text)
                        || callback.call().contains(text))
                .limit(MAX_CALLBACKS)
                .map(SearchPages::row);
    }

    private static List<Cell> row(CallbackLog.Entry found) {
        var about = found.subject();
        return List.of(
                Cell.of("Callback"),
                about.transaction().isEmpty() ? Cell.of(found.call()) : transaction(about.transaction()),
                account(about.account()),
                Cell.sentence(Stream.of(
                                found.call(),
                                "" + found.status(),
                                found.message(),
                                found.diagnosis(),
                                Page.time(found.at()))
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(", "))));
    }
}
