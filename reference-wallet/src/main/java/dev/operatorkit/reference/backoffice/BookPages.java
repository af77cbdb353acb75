package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.PlayerPages.account;
import static dev.operatorkit.reference.backoffice.PlayerPages.query;
import static dev.operatorkit.reference.backoffice.PlayerPages.transaction;

import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.BackOffice.Reply;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.operations.CallbackLog;
import dev.operatorkit.reference.store.Audit;
import dev.operatorkit.reference.store.Books;
import dev.operatorkit.wallet.StoredTransaction;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The books: rounds, transactions, callbacks, audit. */
final class BookPages {
    private static final int MOST = 200;

    private final Parts parts;

    BookPages(Parts parts) {
        this.parts = parts;
    }

    void routing(BackOffice office, HttpRouting.Builder routes) {
        routes.get("/rounds", office.page(this::rounds));
        routes.get("/transactions", office.page(this::transactions));
        routes.get("/callbacks", office.page(request -> callbacks()));
        routes.get("/audit", office.page(request -> audit()));
    }

    private Reply rounds(ServerRequest request) {
        var filters = new LinkedHashMap<String, String>();
        filters.put("account", query(request, "account"));
        filters.put("state", query(request, "state").isEmpty() ? "BET" : query(request, "state"));
        filters.put("open longer than (minutes)", query(request, "open longer than (minutes)"));
        var rows = chosen(filters).stream()
                .map(round -> List.of(
                        account(round.account()),
                        Cell.of(round.round()),
                        Cell.of(round.state()),
                        transaction(round.debit()),
                        Cell.of(round.openedAt().toString())))
                .toList();
        return Reply.listing(
                "Rounds",
                new Listing(
                        "Open rounds (BET) of all accounts, or an account's SETTLED or REVERTED ones; at most " + MOST,
                        filters,
                        List.of("Account", "Round", "State", "Debit", "Opened"),
                        rows));
    }

    private List<Books.RoundRow> chosen(Map<String, String> filters) {
        var account = filters.getOrDefault("account", "");
        var state = filters.getOrDefault("state", "BET");
        if (!state.equals("BET")) {
            if (account.isEmpty()) {
                throw new IllegalArgumentException("closed rounds are shown of one account: fill in account");
            }
            return parts.books().rounds(account, state, MOST);
        }
        var minutes = filters.getOrDefault("open longer than (minutes)", "");
        var age = Duration.ofMinutes(minutes.isEmpty() ? 0 : Long.parseLong(minutes));
        return parts.books().openRounds(parts.clock().instant().minus(age), account.isEmpty() ? null : account, MOST);
    }

    private Reply transactions(ServerRequest request) {
        var id = query(request, "id");
        var rows = id.isEmpty()
                ? List.<List<Cell>>of()
                : parts.store().find(id).map(this::lines).orElse(List.of(List.of(Cell.of("not found"), Cell.of(""))));
        return Reply.listing(
                "Transactions",
                new Listing(
                        "One transaction, as it was answered and is answered again",
                        Map.of("id", id),
                        List.of("", ""),
                        rows));
    }

    private List<List<Cell>> lines(StoredTransaction found) {
        var reference = found.referenceTransactionId();
        var settlement = parts.books().settlementOf(found.transactionId()).orElse("");
        return Stream.of(
                        line("Transaction", Cell.of(found.transactionId())),
                        line("Kind", Cell.of(found.kind().name())),
                        line("Account", account(found.accountId())),
                        line("Round", Cell.of(found.gameRoundId())),
                        line("Debit that it closes", transaction(reference == null ? "" : reference)),
                        line("Settlement that closed it", transaction(settlement)),
                        line("Answered operatorTransactionId", Cell.of(found.operatorTransactionId())),
                        line("Amount", Cell.of(found.amount().toString())),
                        line("Answered balance", Cell.of(found.balanceAfter().toString())),
                        line("Account's version", Cell.of("" + found.accountVersion())),
                        line("Reason", Cell.of(found.reason() == null ? "" : found.reason())),
                        line("Answered createdAt", Cell.of(found.createdAt().toString())),
                        line("Replays seen", Cell.of("" + parts.replays().of(found.transactionId()))))
                .toList();
    }

    private static List<Cell> line(String name, Cell value) {
        return List.of(Cell.of(name), value);
    }

    private Reply callbacks() {
        var rows = Stream.concat(parts.callbacks().refused().stream(), parts.callbacks().accepted().stream())
                .sorted((one, other) -> other.at().compareTo(one.at()))
                .limit(MOST)
                .map(BookPages::callback)
                .toList();
        return Reply.listing(
                "Callbacks",
                new Listing(
                        "The last callbacks of this node: all that were refused, a sample of those that went well",
                        Map.of(),
                        List.of("When", "From", "Call", "Status", "Why", "Likely mistake"),
                        rows));
    }

    private static List<Cell> callback(CallbackLog.Entry entry) {
        return List.of(
                Cell.of(entry.at().toString()),
                Cell.of(entry.peer()),
                Cell.of(entry.call()),
                Cell.of("" + entry.status()),
                Cell.of(entry.message()),
                Cell.of(entry.diagnosis()));
    }

    private Reply audit() {
        var rows = Audit.of(parts.database()).stream()
                .map(finding -> List.of(
                        Cell.of(finding.holds() ? "holds" : "BROKEN " + finding.violations() + " times"),
                        Cell.of(finding.sentence()),
                        Cell.of(String.join(", ", finding.examples()))))
                .toList();
        return Reply.listing(
                "Audit",
                new Listing(
                        "The books, proven by SQL alone just now",
                        Map.of(),
                        List.of("Result", "What must hold", "Examples"),
                        rows));
    }
}
