package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Links.account;
import static dev.operatorkit.reference.backoffice.Links.link;
import static dev.operatorkit.reference.backoffice.Links.transaction;
import static dev.operatorkit.reference.backoffice.Page.Cell.fact;
import static dev.operatorkit.reference.backoffice.PlayerPages.query;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.http.ExactRoutes;
import dev.operatorkit.reference.operations.CallbackLog.Subject;
import dev.operatorkit.reference.staff.LedgerQueries.PlayedRound;
import dev.operatorkit.reference.staff.LedgerQueries.RoundMark;
import dev.operatorkit.reference.staff.LedgerQueries.RoundRow;
import dev.operatorkit.reference.staff.NotFoundException;
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
    private static final String OPEN = "open";
    private static final List<String> STATES = List.of(OPEN, "settled", "reverted");
    private static final List<String> MOVEMENT_HEADINGS =
            List.of("Time (UTC)", "Type", "Change", "Balance after", "Transaction");

    private final Parts parts;

    LedgerPages(Parts parts) {
        this.parts = parts;
    }

    void routing(BackOffice office, ExactRoutes routes) {
        routes.get("/rounds", office.page(this::rounds));
        routes.get("/rounds.csv", office.page(this::exportRounds));
        routes.get("/round", office.page(this::round));
        routes.get("/transactions", office.page(this::transactions));
    }

    private Reply rounds(ServerRequest request) {
        var account = query(request, "account");
        var state = state(request);
        var minutes = query(request, "minutes");
        var found = findRounds(account, state, minutes, mark(request), MAX_ROUNDS);
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
                table(state)
                        .listing(caption, filters, parts.ledger().withAmounts(found))
                        .withNothing(nothing)
                        .withExport(found.isEmpty() ? "" : address("/rounds.csv", account, state, minutes))
                        .withFurther(
                                found,
                                MAX_ROUNDS,
                                last -> link(
                                        address("/rounds", account, state, minutes),
                                        "opened",
                                        "" + last.openedAt(),
                                        "debit",
                                        last.debit())));
    }

    private static Table<PlayedRound> table(String state) {
        var paid = state.equals("reverted") ? "Returned" : "Paid";
        return new Table<PlayedRound>()
                .add("Account", "account", played -> played.round().account(), Links::account)
                .exported("round", played -> played.round().round())
                .shown(
                        "Round",
                        played -> Links.round(
                                played.round().account(), played.round().round()))
                .text("State", "state", played -> state)
                .time("Opened (UTC)", "opened", played -> played.round().openedAt())
                .amount("Stake", "stake", PlayedRound::stake)
                .amount(paid, paid.toLowerCase(Locale.ROOT), PlayedRound::paid)
                .add("Debit's id", "debit", played -> played.round().debit(), Links::transaction);
    }

    private static String state(ServerRequest request) {
        return STATES.contains(query(request, "state")) ? query(request, "state") : OPEN;
    }

    private static String address(String page, String account, String state, String minutes) {
        return link(page, "state", state, "account", account, "minutes", minutes);
    }

    /** Exports rounds by their marks, so that none is twice in the file or left out while others open and close. */
    private Reply exportRounds(ServerRequest request) {
        var account = query(request, "account");
        var state = state(request);
        var minutes = query(request, "minutes");
        return table(state)
                .file(
                        "rounds.csv",
                        (last, most) -> parts.ledger()
                                .withAmounts(findRounds(
                                        account, state, minutes, last == null ? null : mark(last.round()), most)));
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
        var about = new Subject(account, id, "");
        var callbacks = CallbackPages.listing(about, parts.callbacks().all());
        if (!callbacks.rows().isEmpty() && parts.ledger().round(account, id).isEmpty()) {
            return notOpened(about, callbacks);
        }
        var round = requireRound(parts, account, id);
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
                fact("State", round.stateName()),
                fact("Opened (UTC)", Cell.time(round.openedAt()))));
        for (var transaction : transactions) {
            var name = switch (transaction.kind()) {
                case DEBIT -> "Stake";
                case CREDIT -> "Paid";
                case ROLLBACK -> "Returned";
            };
            facts.add(fact(name, Page.money(transaction.amount())));
        }
        if (!settlement.isEmpty()) {
            transactions.stream()
                    .map(LedgerPages::change)
                    .reduce(Money::plus)
                    .ifPresent(net -> facts.add(fact("Net for the player", Page.change(net))));
        }
        var movements = new Listing("The movements of the round", List.of(), MOVEMENT_HEADINGS, rows);
        return Reply.page(
                Template.ROUND,
                "Round " + id,
                Map.of("facts", facts, "more", more(about, about), "movements", movements, "callbacks", callbacks));
    }

    /** Shows a round of which only callbacks are known, because the wallet has refused its debit. */
    private static Reply notOpened(Subject about, Listing callbacks) {
        var facts = List.of(fact("Round", about.round()), fact("Account", account(about.account())));
        var movements = new Listing("The movements of the round", List.of(), MOVEMENT_HEADINGS, List.of())
                .withNothing("Nothing is booked in this round. The callbacks below say why.");
        var more = List.of(Cell.link("Callbacks", Links.callbacks("/callbacks", about)));
        return Reply.page(
                Template.ROUND,
                "Round not opened",
                Map.of("facts", facts, "more", more, "movements", movements, "callbacks", callbacks));
    }

    static RoundRow requireRound(Parts parts, String account, String id) {
        return parts.ledger()
                .round(account, id)
                .orElseThrow(() -> new NotFoundException(
                        NotFoundException.Kind.ROUND,
                        "Account “" + account + "” has no round “" + id + "”. Check both ids."));
    }

    private List<Cell> more(StoredTransaction found) {
        var round = parts.ledger().round(found.accountId(), found.gameRoundId());
        return more(
                new Subject("", "", found.transactionId()),
                new Subject(found.accountId(), round.map(RoundRow::round).orElse(""), ""));
    }

    private static List<Cell> more(Subject ofCallbacks, Subject ofAudit) {
        return List.of(
                Cell.link("Callbacks", Links.callbacks("/callbacks", ofCallbacks)),
                Cell.link("Audit", Links.audit(ofAudit)));
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
        var about = new Subject("", "", id);
        var found = id.isEmpty()
                ? Optional.<StoredTransaction>empty()
                : parts.store().findTransaction(id);
        var callbacks = CallbackPages.listing(
                about, id.isEmpty() ? List.of() : parts.callbacks().all());
        var refused = found.isEmpty() && !callbacks.rows().isEmpty();
        var content = Map.of(
                "filters",
                List.of(Filter.of("id", "Transaction id", id)),
                "facts",
                found.map(this::facts).orElse(List.of()),
                "more",
                found.map(this::more).orElse(List.of()),
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
                        fact("Type", found.kind().name()),
                        fact("Account", account(found.accountId())),
                        fact("Round", roundOf(parts, found.accountId(), found.gameRoundId())),
                        fact("Settles the debit", transaction(reference == null ? "" : reference)),
                        fact("Settled by", transaction(settlement)),
                        fact("Operator's id (operatorTransactionId)", found.operatorTransactionId()),
                        fact("Change", Page.change(change(found))),
                        fact("Balance after", Page.money(found.balanceAfter())),
                        fact("Version", "" + found.accountVersion()),
                        fact("Reason", found.reason() == null ? "" : found.reason()),
                        fact("Time (UTC)", Cell.time(found.createdAt())),
                        fact("Replays received", "" + parts.replays().countOf(found.transactionId())))
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
    static Cell roundOf(Parts parts, String account, String id) {
        return parts.ledger().round(account, id).isPresent() ? Links.round(account, id) : Cell.of(id);
    }
}
