package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.PlayerPages.account;
import static dev.operatorkit.reference.backoffice.PlayerPages.query;
import static dev.operatorkit.reference.backoffice.PlayerPages.transaction;

import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.BackOffice.Reply;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.operations.CallbackLog;
import dev.operatorkit.reference.store.Audit;
import dev.operatorkit.reference.store.LedgerQueries;
import dev.operatorkit.wallet.StoredTransaction;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The books: rounds, transactions, callbacks, audit. */
final class LedgerPages {
    private static final int MOST = 200;
    private static final int MOST_OF_A_KIND = 100;
    private static final String OPEN = "open";
    private static final List<String> STATES = List.of(OPEN, "settled", "reverted");

    private final Parts parts;

    LedgerPages(Parts parts) {
        this.parts = parts;
    }

    void routing(BackOffice office, ExactRoutes routes) {
        routes.get("/rounds", office.page(this::rounds));
        routes.get("/transactions", office.page(this::transactions));
        routes.get("/callbacks", office.page(request -> callbacks()));
        routes.get("/audit", office.page(request -> audit()));
    }

    private Reply rounds(ServerRequest request) {
        var account = query(request, "account");
        var state = STATES.contains(query(request, "state")) ? query(request, "state") : OPEN;
        var minutes = query(request, "minutes");
        var rows = selected(account, state, minutes).stream()
                .map(round -> List.of(
                        account(round.account()),
                        Cell.of(round.round()),
                        Cell.of(state),
                        Cell.time(round.openedAt()),
                        transaction(round.debit())))
                .toList();
        var filters = List.of(
                Filter.of("account", "Account id", account),
                new Filter("state", "State", state, STATES),
                Filter.of("minutes", "Open for more than (minutes)", minutes));
        var caption = "Rounds that are " + state + ", "
                + (state.equals(OPEN)
                        ? "oldest first, at most " + MOST
                        : account.isEmpty() ? "shown of one account: fill in its id" : "newest first, at most " + MOST);
        return Reply.listing(
                "Rounds",
                new Listing(caption, filters, List.of("Account", "Round", "State", "Opened (UTC)", "Debit"), rows));
    }

    /** Closed rounds of all accounts are found by no index. */
    private List<LedgerQueries.RoundRow> selected(String account, String state, String minutes) {
        if (!state.equals(OPEN)) {
            return account.isEmpty() ? List.of() : parts.books().rounds(account, state.toUpperCase(Locale.ROOT), MOST);
        }
        if (!minutes.matches("\\d{0,8}")) {
            throw new IllegalArgumentException("minutes must be a whole number, and is " + minutes);
        }
        var age = Duration.ofMinutes(minutes.isEmpty() ? 0 : Long.parseLong(minutes));
        return parts.books().openRounds(parts.clock().instant().minus(age), account.isEmpty() ? null : account, MOST);
    }

    private Reply transactions(ServerRequest request) {
        var id = query(request, "id");
        var found = id.isEmpty()
                ? Optional.<StoredTransaction>empty()
                : parts.store().findTransaction(id);
        var content = Map.of(
                "filters",
                List.of(Filter.of("id", "Transaction id", id)),
                "facts",
                found.map(this::facts).orElse(List.of()),
                "nothing",
                id.isEmpty()
                        ? "Type the id of a transaction, or follow it from a player's entries or a round."
                        : "No transaction has the id " + id + ".");
        return Reply.page("transaction.jte", id.isEmpty() ? "Transactions" : "Transaction " + id, content);
    }

    private List<List<Cell>> facts(StoredTransaction found) {
        var reference = found.referenceTransactionId();
        var settlement = parts.books().settlementOf(found.transactionId()).orElse("");
        return Stream.of(
                        fact("Kind", Cell.of(found.kind().name())),
                        fact("Account", account(found.accountId())),
                        fact("Round", Cell.of(found.gameRoundId())),
                        fact("Closes the debit", transaction(reference == null ? "" : reference)),
                        fact("Closed by", transaction(settlement)),
                        fact("Our id (operatorTransactionId)", Cell.of(found.operatorTransactionId())),
                        fact("Amount", Cell.of(found.amount().toString())),
                        fact(
                                "Balance as answered (balance)",
                                Cell.of(found.balanceAfter().toString())),
                        fact("Number of the entry", Cell.of("" + found.accountVersion())),
                        fact("Reason", Cell.of(found.reason() == null ? "" : found.reason())),
                        fact(
                                "Time as answered (createdAt)",
                                Cell.of(found.createdAt().toString())),
                        fact("Replays seen", Cell.of("" + parts.replays().countOf(found.transactionId()))))
                .filter(fact -> !fact.get(1).text().isEmpty())
                .toList();
    }

    private static List<Cell> fact(String name, Cell value) {
        return List.of(Cell.of(name), value);
    }

    private Reply callbacks() {
        var log = parts.callbacks();
        var rows = Stream.of(log.refused(), log.unauthorized(), log.accepted())
                .flatMap(kind -> kind.stream().limit(MOST_OF_A_KIND))
                .sorted((one, other) -> other.at().compareTo(one.at()))
                .map(LedgerPages::callback)
                .toList();
        return Reply.listing(
                "Callbacks",
                new Listing(
                        "The last callbacks of this node, at most " + MOST_OF_A_KIND
                                + " each: refused, rejected with 401, and a sample of those that went well",
                        List.of(),
                        List.of("When (UTC)", "Status", "Call", "Answer", "Likely mistake", "From"),
                        rows));
    }

    private static List<Cell> callback(CallbackLog.Entry entry) {
        return List.of(
                Cell.time(entry.at()),
                Cell.verdict(entry.status() == 200, "" + entry.status()),
                Cell.call(entry.call()),
                Cell.of(entry.message()),
                Cell.of(entry.diagnosis()),
                Cell.of(entry.peer()));
    }

    private Reply audit() {
        var findings = Audit.run(parts.database());
        var broken = findings.stream().filter(finding -> !finding.holds()).count();
        var rows = findings.stream()
                .map(finding -> List.of(
                        Cell.verdict(
                                finding.holds(),
                                finding.holds() ? "holds" : "BROKEN " + finding.violations() + " times"),
                        Cell.of(finding.sentence()),
                        Cell.of(String.join(", ", finding.examples()))))
                .toList();
        return Reply.listing(
                "Audit",
                new Listing(
                        (broken == 0 ? "The books are clean" : "THE BOOKS ARE NOT CLEAN")
                                + ": looked at just now, by SQL alone",
                        List.of(),
                        List.of("Result", "What must hold", "Ids of what breaks it"),
                        rows));
    }
}
