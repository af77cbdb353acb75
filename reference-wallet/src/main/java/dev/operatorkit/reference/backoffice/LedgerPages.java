package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.PlayerPages.account;
import static dev.operatorkit.reference.backoffice.PlayerPages.query;
import static dev.operatorkit.reference.backoffice.PlayerPages.transaction;

import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.BackOffice.Reply;
import dev.operatorkit.reference.backoffice.BackOffice.Template;
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

/** Serves the pages of the ledger: rounds, transactions, callbacks and the audit. */
final class LedgerPages {
    private static final int MAX_ROUNDS = 200;
    private static final int MAX_CALLBACKS = 100;
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
        var rows = findRounds(account, state, minutes).stream()
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
        var caption = state.substring(0, 1).toUpperCase(Locale.ROOT) + state.substring(1) + " rounds, "
                + (state.equals(OPEN)
                        ? "oldest first, at most " + MAX_ROUNDS
                        : account.isEmpty()
                                ? "listed for one account only: enter its id"
                                : "newest first, at most " + MAX_ROUNDS);
        return Reply.listing(
                "Rounds",
                new Listing(caption, filters, List.of("Account", "Round", "State", "Opened (UTC)", "Debit"), rows));
    }

    /** Finds the rounds. Closed rounds need an account, since no index covers those of all accounts. */
    private List<LedgerQueries.RoundRow> findRounds(String account, String state, String minutes) {
        if (!state.equals(OPEN)) {
            return account.isEmpty()
                    ? List.of()
                    : parts.ledger().rounds(account, state.toUpperCase(Locale.ROOT), MAX_ROUNDS);
        }
        if (!minutes.matches("\\d{0,8}")) {
            throw new IllegalArgumentException("minutes must be a whole number, not " + minutes);
        }
        var age = Duration.ofMinutes(minutes.isEmpty() ? 0 : Long.parseLong(minutes));
        return parts.ledger()
                .openRounds(parts.clock().instant().minus(age), account.isEmpty() ? null : account, MAX_ROUNDS);
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
                        ? "Enter the id of a transaction, or follow a link from a player's entries or a round."
                        : "No transaction has the id " + id + ".");
        return Reply.page(Template.TRANSACTION, id.isEmpty() ? "Transactions" : "Transaction " + id, content);
    }

    private List<List<Cell>> facts(StoredTransaction found) {
        var reference = found.referenceTransactionId();
        var settlement = parts.ledger().settlementOf(found.transactionId()).orElse("");
        return Stream.of(
                        fact("Kind", Cell.of(found.kind().name())),
                        fact("Account", account(found.accountId())),
                        fact("Round", Cell.of(found.gameRoundId())),
                        fact("Settles the debit", transaction(reference == null ? "" : reference)),
                        fact("Settled by", transaction(settlement)),
                        fact("Operator's id (operatorTransactionId)", Cell.of(found.operatorTransactionId())),
                        fact("Amount", Cell.of(found.amount().toString())),
                        fact(
                                "Balance in the response (balance)",
                                Cell.of(found.balanceAfter().toString())),
                        fact("Account version", Cell.of("" + found.accountVersion())),
                        fact("Reason", Cell.of(found.reason() == null ? "" : found.reason())),
                        fact(
                                "Time in the response (createdAt)",
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
                .flatMap(kind -> kind.stream().limit(MAX_CALLBACKS))
                .sorted((one, other) -> other.at().compareTo(one.at()))
                .map(LedgerPages::callback)
                .toList();
        return Reply.listing(
                "Callbacks",
                new Listing(
                        "The latest callbacks of this node, at most " + MAX_CALLBACKS
                                + " each of refused, unauthorized (401) and successful ones (a sample)",
                        List.of(),
                        List.of("Time (UTC)", "Status", "Call", "Response", "Likely mistake", "From"),
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
                        Cell.verdict(finding.holds(), finding.holds() ? "holds" : "BROKEN: " + finding.violations()),
                        Cell.of(finding.sentence()),
                        Cell.of(String.join(", ", finding.examples()))))
                .toList();
        return Reply.listing(
                "Audit",
                new Listing(
                        (broken == 0 ? "The ledger balances" : "THE LEDGER DOES NOT BALANCE")
                                + " (checked just now with SQL)",
                        List.of(),
                        List.of("Result", "Invariant", "Ids of violations"),
                        rows));
    }
}
