package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.PlayerPages.account;
import static dev.operatorkit.reference.backoffice.PlayerPages.link;
import static dev.operatorkit.reference.backoffice.PlayerPages.query;
import static dev.operatorkit.reference.backoffice.PlayerPages.transaction;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.operations.CallbackLog;
import dev.operatorkit.reference.store.Audit;
import dev.operatorkit.reference.store.LedgerQueries.PlayedRound;
import dev.operatorkit.reference.store.LedgerQueries.RoundMark;
import dev.operatorkit.reference.store.LedgerQueries.RoundRow;
import dev.operatorkit.reference.store.NotFoundException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Serves the pages of the ledger: rounds, transactions, callbacks and the audit. */
final class LedgerPages {
    private static final int MAX_ROUNDS = 200;
    private static final int CHUNK = 1000;
    private static final int MAX_CALLBACKS = 100;
    private static final String OPEN = "open";
    private static final List<String> STATES = List.of(OPEN, "settled", "reverted");

    private static final List<String> CALLBACK_HEADINGS =
            List.of("Time (UTC)", "Status", "Call", "Transaction", "Response", "Likely mistake", "From");

    private final Parts parts;

    LedgerPages(Parts parts) {
        this.parts = parts;
    }

    void routing(BackOffice office, ExactRoutes routes) {
        routes.get("/rounds", office.page(this::rounds));
        routes.get("/rounds.csv", office.page(this::exportRounds));
        routes.get("/round", office.page(this::round));
        routes.get("/transactions", office.page(this::transactions));
        routes.get("/callbacks", office.page(request -> callbacks()));
        routes.get("/audit", office.page(request -> audit()));
    }

    private Reply rounds(ServerRequest request) {
        var account = query(request, "account");
        var state = state(request);
        var minutes = query(request, "minutes");
        var found = findRounds(account, state, minutes, mark(request), MAX_ROUNDS);
        var rows = parts.ledger().withAmounts(found).stream()
                .map(played -> row(state, played))
                .toList();
        var headings = List.of(
                "Account",
                "Round",
                "State",
                "Opened (UTC)",
                "Stake",
                state.equals("reverted") ? "Returned" : "Paid",
                "Debit's id");
        var filters = new ArrayList<Filter>();
        filters.add(Filter.of("account", "Account id", account));
        filters.add(new Filter("state", "State", state, STATES));
        if (state.equals(OPEN)) {
            filters.add(Filter.of("minutes", "Open for more than (minutes)", minutes));
        }
        var nothing = state.equals(OPEN) && account.isEmpty() && minutes.isEmpty()
                ? "No open rounds."
                : state.equals(OPEN) || !account.isEmpty()
                        ? "No " + state + " rounds match. Change the search above."
                        : "Enter an account id above.";
        var caption = state.substring(0, 1).toUpperCase(Locale.ROOT) + state.substring(1) + " rounds, "
                + (state.equals(OPEN)
                        ? "oldest first, at most " + MAX_ROUNDS + " on a page"
                        : account.isEmpty()
                                ? "listed for one account only: enter its id"
                                : "newest first, at most " + MAX_ROUNDS + " on a page");
        return Reply.listing(
                "Rounds",
                new Listing(caption, filters, headings, rows)
                        .withNothing(nothing)
                        .withExport(found.isEmpty() ? "" : address("/rounds.csv", account, state, minutes))
                        .withFurther(found.size() < MAX_ROUNDS ? "" : further(found, account, state, minutes)));
    }

    private static List<Cell> row(String state, PlayedRound played) {
        var round = played.round();
        return List.of(
                account(round.account()),
                PlayerPages.round(round.account(), round.round()),
                Cell.of(state),
                Cell.time(round.openedAt()),
                amount(played.stake()),
                amount(played.paid()),
                transaction(round.debit()));
    }

    private static Cell amount(@Nullable Money amount) {
        return amount == null ? Cell.of("") : Cell.number(amount);
    }

    private static String state(ServerRequest request) {
        return STATES.contains(query(request, "state")) ? query(request, "state") : OPEN;
    }

    private static String further(List<RoundRow> page, String account, String state, String minutes) {
        var last = page.get(page.size() - 1);
        return address("/rounds", account, state, minutes)
                + parameter("opened", "" + last.openedAt())
                + parameter("debit", last.debit());
    }

    private static String address(String page, String account, String state, String minutes) {
        return link(page, "state", state) + parameter("account", account) + parameter("minutes", minutes);
    }

    private static String parameter(String name, String value) {
        return "&" + link("", name, value).substring(1);
    }

    /** Exports rounds by their marks, so that none is twice in the file or left out while others open and close. */
    private Reply exportRounds(ServerRequest request) {
        var account = query(request, "account");
        var state = state(request);
        var minutes = query(request, "minutes");
        return new Reply.File(new Csv("rounds.csv", List.of("account", "round", "state", "opened", "debit"), sink -> {
            List<RoundRow> rounds = List.of();
            do {
                var after = rounds.isEmpty() ? null : mark(rounds.get(rounds.size() - 1));
                rounds = findRounds(account, state, minutes, after, CHUNK);
                for (var round : rounds) {
                    sink.accept(List.of(round.account(), round.round(), state, round.openedAt(), round.debit()));
                }
            } while (rounds.size() == CHUNK);
        }));
    }

    private static RoundMark mark(RoundRow round) {
        return new RoundMark(round.openedAt(), round.debit());
    }

    private static @Nullable RoundMark mark(ServerRequest request) {
        var opened = query(request, "opened");
        try {
            return opened.isEmpty() ? null : new RoundMark(Instant.parse(opened), query(request, "debit"));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("opened must be a time such as 2030-01-31T12:00:00Z, not " + opened, e);
        }
    }

    private Reply round(ServerRequest request) {
        var account = query(request, "account");
        var id = query(request, "id");
        var round = parts.ledger()
                .round(account, id)
                .orElseThrow(() -> new NotFoundException(
                        NotFoundException.Kind.ROUND,
                        "Account “" + account + "” has no round “" + id + "”. Check both ids."));
        var settlement = parts.ledger().settlementOf(account, round.debit()).orElse("");
        var transactions = Stream.of(round.debit(), settlement)
                .flatMap(transaction -> parts.store().findTransaction(account, transaction).stream())
                .toList();
        var rows = transactions.stream()
                .map(transaction -> List.of(
                        Cell.time(transaction.createdAt()),
                        Cell.of(transaction.kind().name()),
                        Cell.change(change(transaction)),
                        Cell.number(transaction.balanceAfter()),
                        transaction(transaction.transactionId())))
                .toList();
        var facts = new ArrayList<>(List.of(
                fact("Account", account(round.account())),
                fact("State", Cell.of(round.stateName())),
                fact("Opened (UTC)", Cell.time(round.openedAt()))));
        for (var transaction : transactions) {
            var name = switch (transaction.kind()) {
                case DEBIT -> "Stake";
                case CREDIT -> "Paid";
                case ROLLBACK -> "Returned";
            };
            facts.add(fact(name, Cell.of(Page.money(transaction.amount()))));
        }
        if (!settlement.isEmpty()) {
            transactions.stream()
                    .map(LedgerPages::change)
                    .reduce(Money::plus)
                    .ifPresent(net -> facts.add(fact("Net for the player", Cell.of(Page.change(net)))));
        }
        var movements = new Listing(
                "The movements of the round",
                List.of(),
                List.of("Time (UTC)", "Type", "Change", "Balance after", "Transaction"),
                rows);
        return Reply.page(Template.ROUND, "Round " + id, Map.of("facts", facts, "movements", movements));
    }

    /** Finds the rounds. Closed rounds need an account, since no index covers those of all accounts. */
    private List<RoundRow> findRounds(
            String account, String state, String minutes, @Nullable RoundMark after, int most) {
        if (!state.equals(OPEN)) {
            return account.isEmpty()
                    ? List.of()
                    : parts.ledger().rounds(account, state.toUpperCase(Locale.ROOT), after, most);
        }
        if (!minutes.matches("\\d{0,8}")) {
            throw new IllegalArgumentException("minutes must be a whole number, not " + minutes);
        }
        var age = Duration.ofMinutes(minutes.isEmpty() ? 0 : Long.parseLong(minutes));
        return parts.ledger()
                .openRounds(parts.clock().instant().minus(age), account.isEmpty() ? null : account, after, most);
    }

    private Reply transactions(ServerRequest request) {
        var id = query(request, "id");
        var found = id.isEmpty()
                ? Optional.<StoredTransaction>empty()
                : parts.store().findTransaction(id);
        var callbacks = callbacksOf(id);
        var refused = found.isEmpty() && !callbacks.rows().isEmpty();
        var content = Map.of(
                "filters",
                List.of(Filter.of("id", "Transaction id", id)),
                "facts",
                found.map(this::facts).orElse(List.of()),
                "nothing",
                id.isEmpty()
                        ? "Enter the id of a transaction, or follow a link from a player's entries or a round."
                        : refused
                                ? "Nothing is booked with the id “" + id + "”. The callbacks below say why."
                                : "No transaction has the id “" + id + "”.",
                "callbacks",
                callbacks);
        var title = id.isEmpty()
                ? "Transactions"
                : refused ? "Transaction not booked" : found.isEmpty() ? "Transaction not found" : "Transaction " + id;
        return Reply.page(Template.TRANSACTION, title, content);
    }

    private List<List<Cell>> facts(StoredTransaction found) {
        var reference = found.referenceTransactionId();
        var settlement = parts.ledger()
                .settlementOf(found.accountId(), found.transactionId())
                .orElse("");
        return Stream.of(
                        fact("Type", Cell.of(found.kind().name())),
                        fact("Account", account(found.accountId())),
                        fact("Round", roundOf(found)),
                        fact("Settles the debit", transaction(reference == null ? "" : reference)),
                        fact("Settled by", transaction(settlement)),
                        fact("Operator's id (operatorTransactionId)", Cell.of(found.operatorTransactionId())),
                        fact("Change", Cell.of(Page.change(change(found)))),
                        fact("Balance after", Cell.of(Page.money(found.balanceAfter()))),
                        fact("Version", Cell.of("" + found.accountVersion())),
                        fact("Reason", Cell.of(found.reason() == null ? "" : found.reason())),
                        fact("Time (UTC)", Cell.time(found.createdAt())),
                        fact("Replays received", Cell.of("" + parts.replays().countOf(found.transactionId()))))
                .filter(fact -> !fact.get(1).text().isEmpty())
                .toList();
    }

    /** Returns the change of the balance: a debit is stored with its stake. */
    static Money change(StoredTransaction found) {
        return found.kind() == Kind.DEBIT
                ? Money.zero(found.amount().currency()).minus(found.amount())
                : found.amount();
    }

    /** Links to the round, which a tombstone does not have (D-25). */
    private Cell roundOf(StoredTransaction found) {
        var round = parts.ledger().round(found.accountId(), found.gameRoundId());
        return round.isPresent()
                ? PlayerPages.round(found.accountId(), found.gameRoundId())
                : Cell.of(found.gameRoundId());
    }

    private static List<Cell> fact(String name, Cell value) {
        return List.of(Cell.of(name), value);
    }

    /** Returns the callbacks that this node still remembers, newest first, at most so many of each kind. */
    static Stream<CallbackLog.Entry> callbacks(CallbackLog log, long mostOfEach) {
        return Stream.of(log.refused(), log.unauthorized(), log.accepted())
                .flatMap(kind -> kind.stream().limit(mostOfEach))
                .sorted((one, other) -> other.at().compareTo(one.at()));
    }

    private Listing callbacksOf(String transactionId) {
        var rows = callbacks(parts.callbacks(), Long.MAX_VALUE)
                .filter(entry ->
                        !transactionId.isEmpty() && entry.transactionId().equals(transactionId))
                .map(LedgerPages::callback)
                .toList();
        return new Listing(
                "Callbacks that this node still remembers: the latest, and of successful ones a sample",
                List.of(),
                CALLBACK_HEADINGS,
                rows);
    }

    private Reply callbacks() {
        var rows = callbacks(parts.callbacks(), MAX_CALLBACKS)
                .map(LedgerPages::callback)
                .toList();
        return Reply.listing(
                "Callbacks",
                new Listing(
                                "The latest callbacks of this node, at most " + MAX_CALLBACKS
                                        + " each of refused, unauthorized (401) and successful ones",
                                List.of(),
                                CALLBACK_HEADINGS,
                                rows)
                        .withNothing("This node has received no callbacks since its start.")
                        .withNote(
                                "Only a sample of the successful calls is kept, in memory. To prove that something was"
                                        + " booked, look at its transaction."));
    }

    private static List<Cell> callback(CallbackLog.Entry entry) {
        return List.of(
                Cell.time(entry.at()),
                Cell.verdict(entry.status() == 200, "" + entry.status()),
                Cell.call(entry.call()),
                transaction(entry.transactionId()),
                Cell.of(entry.message()),
                Cell.of(entry.diagnosis()),
                Cell.of(entry.peer()));
    }

    private Reply audit() {
        var findings = Audit.run(parts.database());
        var broken = findings.stream().filter(finding -> !finding.holds()).count();
        var headings = List.of("Result", "Invariant", "Violation").subList(0, broken == 0 ? 2 : 3);
        var rows = findings.stream()
                .flatMap(LedgerPages::finding)
                .map(row -> row.subList(0, headings.size()))
                .toList();
        var verdict = (broken == 0
                        ? "The ledger balances. All " + findings.size() + " checks passed"
                        : "THE LEDGER DOES NOT BALANCE. " + broken + " of " + findings.size() + " checks failed")
                + " on " + Page.time(parts.clock().instant()) + ".";
        var listing = new Listing("The invariants of the ledger, checked with SQL", List.of(), headings, rows);
        return Reply.page(
                Template.AUDIT, "Audit", Map.of("listing", listing, "holds", broken == 0, "verdict", verdict));
    }

    /** Returns one row, or one for each example of a violation. */
    private static Stream<List<Cell>> finding(Audit.Finding finding) {
        var examples = finding.holds() ? List.of("") : finding.examples();
        return examples.stream()
                .map(id -> List.of(
                        Cell.verdict(finding.holds(), finding.holds() ? "holds" : "BROKEN: " + finding.violations()),
                        Cell.of(finding.sentence()),
                        switch (finding.ids()) {
                            case ACCOUNTS -> id.isEmpty() ? Cell.of("") : account(id);
                            case REFERENCES -> Cell.of(id);
                            case TRANSACTIONS -> transaction(id);
                        }));
    }
}
