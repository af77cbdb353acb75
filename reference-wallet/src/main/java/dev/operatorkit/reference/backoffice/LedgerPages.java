package dev.operatorkit.reference.backoffice;

import static dev.operatorkit.reference.backoffice.Form.query;
import static dev.operatorkit.reference.backoffice.Links.account;
import static dev.operatorkit.reference.backoffice.Links.link;
import static dev.operatorkit.reference.backoffice.Page.Cell.fact;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.backoffice.BackOffice.Parts;
import dev.operatorkit.reference.backoffice.Page.Cell;
import dev.operatorkit.reference.backoffice.Page.Filter;
import dev.operatorkit.reference.backoffice.Page.Listing;
import dev.operatorkit.reference.operations.CallbackLog.Subject;
import dev.operatorkit.reference.staff.LedgerQueries.RoundMark;
import dev.operatorkit.reference.staff.LedgerQueries.RoundRow;
import dev.operatorkit.reference.staff.NotFoundException;
import dev.operatorkit.reference.staff.UnmatchedCredits;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.Wallet.TransactionLookup;
import io.helidon.webserver.http.ServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Serves the pages of rounds and transactions. */
final class LedgerPages {
    private static final Table<RoundRow> ROUNDS = new Table<RoundRow>()
            .add("Account", RoundRow::account, Links::account)
            .add("Round", round -> Links.round(round.account(), round.round()))
            .time("Opened (UTC)", RoundRow::openedAt)
            .add("Debit's id", RoundRow::debit, Links::transaction);
    private static final Table<StoredTransaction> MOVEMENTS = new Table<StoredTransaction>()
            .time("Time (UTC)", StoredTransaction::createdAt)
            .text("Type", found -> found.kind().name())
            .change("Change", LedgerPages::change)
            .amount("Balance after", StoredTransaction::balanceAfter)
            .add("Transaction", StoredTransaction::transactionId, Links::transaction);

    private final Parts parts;
    private final CallbackPages callbacks;

    LedgerPages(Parts parts, CallbackPages callbacks) {
        this.parts = parts;
        this.callbacks = callbacks;
    }

    void register(BackOffice office) {
        office.list("/rounds", null, "Rounds", this::rounds);
        office.list("/unmatched", null, "Credits of bets that a restored database lacks", this::unmatched);
        office.page("/round", request -> round(query(request, "account"), query(request, "id")));
        office.page("/transactions", request -> transaction(query(request, "id")));
    }

    private RowList<RoundRow> rounds(ServerRequest request) {
        var account = query(request, "account");
        var minutes = query(request, "minutes");
        var age = Duration.ofMinutes(minutes.isEmpty() ? 0 : Math.min(Form.number("minutes", minutes), 100_000_000));
        var filters = List.of(
                Filter.of("account", "Account id", account),
                Filter.of("minutes", "Open for more than (minutes)", minutes));
        return new RowList<>(
                "/rounds",
                "Open rounds, oldest first",
                filters,
                ROUNDS,
                RoundRow::mark,
                (after, most) -> parts.ledger()
                        .openRounds(
                                parts.clock().instant().minus(age),
                                account.isEmpty() ? null : account,
                                mark(after),
                                most));
    }

    private RowList<UnmatchedCredits.Row> unmatched(ServerRequest request) {
        var account = query(request, "account");
        var credits = new UnmatchedCredits(parts.database(), parts.clock());
        var table = new Table<UnmatchedCredits.Row>()
                .text("Its bet", UnmatchedCredits.Row::bet)
                .text("Credit", UnmatchedCredits.Row::transaction)
                .add("Account", UnmatchedCredits.Row::account, Links::account)
                .text("Round", UnmatchedCredits.Row::round)
                .add("Payout", UnmatchedCredits.Row::payout, payout -> Cell.number(payout.toPlainString()))
                .text("Currency", UnmatchedCredits.Row::currency)
                .time("Refused since (UTC)", UnmatchedCredits.Row::firstSeen)
                .add("Paid since", credit -> paid(credit, credits.payment(credit)));
        return new RowList<>(
                "/unmatched",
                "By bet, of which only one credit can be due. The restored balance still has the stake, so the payout"
                        + " less the stake is due",
                List.of(Filter.of("account", "Account id", account)),
                table,
                UnmatchedCredits.Row::transaction,
                (after, most) -> credits.after(account, after, most));
    }

    /** Leads to the payment, or to the form for what a person still has to do. */
    private static Cell paid(UnmatchedCredits.Row credit, UnmatchedCredits.Payment payment) {
        var excess = payment.excess();
        var form = link("/player", "id", credit.account(), "reference", payment.id());
        if (excess != null) {
            var change = Money.zero(excess.currency()).minus(excess);
            return Cell.link(payment.text(), link(form, "amount", change.toPlainString()));
        }
        return payment.id().isEmpty()
                ? Cell.of(payment.text())
                : Cell.link(payment.text(), payment.due() ? form : link("/search", "q", payment.id()));
    }

    private static @Nullable RoundMark mark(String after) {
        return after.isEmpty() ? null : RoundMark.parse(after);
    }

    /** Shows a round, also one of which only callbacks are known, because the wallet has refused its debit. */
    private Reply round(String account, String id) {
        var about = new Subject(account, id, "");
        var calls = callbacks.listing(about);
        var found = parts.ledger().round(account, id);
        if (found.isEmpty() && calls.rows().isEmpty()) {
            throw new NotFoundException("Account “" + account + "” has no round “" + id + "”. Check both ids.");
        }
        var facts = List.of(
                fact("Account", account(account)),
                fact("State", found.map(RoundRow::stateName).orElse("")),
                fact(
                        "Opened (UTC)",
                        found.map(round -> Page.utc(round.openedAt())).orElse("")));
        var booked =
                movements(parts, found).withNothing("Nothing is booked in this round. The callbacks below say why.");
        return Reply.page("round", found.isEmpty() ? "Round not opened" : "Round " + id)
                .with("facts", facts)
                .with("more", more(about))
                .with("movements", booked)
                .with("callbacks", calls);
    }

    /** Lists the movements of a round, however old they are. */
    static Listing movements(Parts parts, Optional<RoundRow> found) {
        var movements = found.stream()
                .flatMap(round -> Stream.of(round.debit(), settlementOf(parts, round.account(), round.debit()))
                        .flatMap(id ->
                                parts.store().findTransaction(new TransactionLookup(round.account(), id)).stream()))
                .toList();
        return Listing.of("The movements of the round", MOVEMENTS, movements);
    }

    private static String settlementOf(Parts parts, String account, String debit) {
        return parts.ledger().settlementOf(account, debit).orElse("");
    }

    private static List<Cell> more(Subject about) {
        return List.of(Cell.link("Callbacks", Links.callbacks(about)));
    }

    private Reply transaction(String id) {
        var about = new Subject("", "", id);
        var found = id.isEmpty()
                ? Optional.<StoredTransaction>empty()
                : parts.store().findTransaction(id);
        var calls = id.isEmpty() ? Listing.of("", MOVEMENTS, List.of()) : callbacks.listing(about);
        var nothing = id.isEmpty()
                ? "Enter the id of a transaction."
                : "Nothing is booked with the id “" + id + "”."
                        + (calls.rows().isEmpty() ? "" : " The callbacks below say why.");
        return Reply.page("transaction", found.isPresent() ? "Transaction " + id : "Transactions")
                .with("filters", List.of(Filter.of("id", "Transaction id", id)))
                .with("facts", found.map(this::facts).orElse(List.of()))
                .with("more", more(about))
                .with("nothing", nothing)
                .with("callbacks", calls);
    }

    private List<List<Cell>> facts(StoredTransaction found) {
        var reference = found.referenceTransactionId();
        return Stream.of(
                        fact("Type", found.kind().name()),
                        fact("Account", account(found.accountId())),
                        fact("Round", round(found)),
                        fact("Settles the debit", Links.transaction(reference == null ? "" : reference)),
                        fact(
                                "Settled by",
                                Links.transaction(settlementOf(parts, found.accountId(), found.transactionId()))),
                        fact("Operator's id (operatorTransactionId)", found.operatorTransactionId()),
                        fact("Change", Page.change(change(found))),
                        fact("Balance after", Page.money(found.balanceAfter())),
                        fact("Version", "" + found.accountVersion()),
                        fact("Reason", found.reason() == null ? "" : found.reason()),
                        fact("Time (UTC)", Cell.time(found.createdAt())))
                .filter(fact -> !fact.get(1).text().isEmpty())
                .toList();
    }

    /** Links to the round, which a tombstone does not have (D-25). */
    private Cell round(StoredTransaction found) {
        return parts.ledger().round(found.accountId(), found.gameRoundId()).isPresent()
                ? Links.round(found.accountId(), found.gameRoundId())
                : Cell.of(found.gameRoundId());
    }

    /** Returns the change of the balance: a debit is stored with its stake. */
    private static Money change(StoredTransaction found) {
        return found.kind() == Kind.DEBIT
                ? Money.zero(found.amount().currency()).minus(found.amount())
                : found.amount();
    }
}
