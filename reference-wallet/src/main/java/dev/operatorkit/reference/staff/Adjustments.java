package dev.operatorkit.reference.staff;

import static dev.operatorkit.reference.schema.Tables.ADJUSTMENT_REQUESTS;
import static org.jooq.impl.DSL.noCondition;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.schema.tables.records.AdjustmentRequestsRecord;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingOutcome;
import dev.operatorkit.wallet.Postings;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Adjusts balances immediately, or as a request that a second person approves. Each verb is one transaction, which locks the account,
 * then the request, then the person.
 */
public final class Adjustments {
    /** Names the action of the trail that books nothing yet. */
    public static final String REQUEST = "request adjustment";

    private final Database database;
    private final ApprovalAmounts amounts;
    private final Clock clock;

    /** Creates access to the adjustments in a database. */
    public Adjustments(Database database, ApprovalAmounts amounts, Clock clock) {
        this.database = database;
        this.amounts = amounts;
        this.clock = clock;
    }

    /** Lists the states of a request. Each but the first is final. */
    public enum State {
        /** Waits for a second person. */
        PENDING,
        /** Was approved, and its entry is in the ledger. */
        APPLIED,
        /** Was refused by a second person. */
        REJECTED,
        /** Was cancelled by its author. */
        WITHDRAWN
    }

    /**
     * Holds a request.
     *
     * @param round the round of the player that it is about; empty if none is named
     * @param balance the balance when it was made
     * @param decidedBy empty while it waits
     * @param decision the note of the person who decided
     */
    public record Request(
            long id,
            String account,
            Money change,
            String reference,
            String reason,
            String round,
            Money balance,
            String requestedBy,
            Instant requestedAt,
            State state,
            String decidedBy,
            @Nullable Instant decidedAt,
            String decision) {}

    /**
     * Describes the result of an adjustment.
     *
     * @param request the request that waits for a second person; null when none was needed
     * @param repeated true when the same adjustment was made earlier
     */
    public record Result(@Nullable Long request, boolean repeated) {}

    /**
     * Adjusts a balance, or requests it when the author may not do so without another person.
     *
     * @param round the round of the player that the adjustment is about; empty for none
     * @param seen the version of the account up to which the author has seen its entries, if there is a {@linkplain #warning warning}
     */
    public Result adjust(Posting posting, String round, Author author, String reason, long seen) {
        requireNoDoubt();
        return database.writes().transactionResult(transaction -> {
            var sql = transaction.dsl();
            var store = new JooqPostings(sql, author, null, reason);
            var account = store.lockAccount(posting.accountId());
            People.require(sql, author, Role.CASHIER);
            if (!round.isEmpty()
                    && LedgerQueries.round(sql, posting.accountId(), round).isEmpty()) {
                throw new IllegalArgumentException("Account " + posting.accountId() + " has no round '" + round
                        + "'. Copy its id from the rounds of the player, or leave the field empty.");
            }
            if (account.isPresent() && store.findEntry(posting.reference()).isEmpty()) {
                UnmatchedCredits.requireDue(sql, posting);
                if (amounts.needsApproval(sql, author, posting.change())) {
                    return new Result(request(sql, account.get(), posting, round, author, reason), false);
                }
                var warning = warning(sql, posting.accountId(), round, posting.reference());
                if (!warning.isEmpty() && seen != account.get().version()) {
                    throw new IllegalArgumentException(warning + " Reload the page of " + posting.accountId()
                            + ", look at its latest movements, and tick the box if the change is right.");
                }
            }
            return switch (new Postings(store, clock).post(posting)) {
                case PostingOutcome.Applied applied -> {
                    record(sql, author, "adjust", posting.accountId(), describe(posting, round, reason));
                    yield new Result(null, false);
                }
                case PostingOutcome.Replayed replayed -> new Result(null, true);
                case PostingOutcome.Refused refused -> throw new IllegalArgumentException(refused.message());
            };
        });
    }

    /** Returns why an adjustment may pay what the provider has paid or will pay; empty if nothing is known about it. */
    public String warning(String account, String round, String reference) {
        return warning(database.reads(), account, round, reference);
    }

    private static String warning(DSLContext sql, String account, String round, String reference) {
        var ofRound = LedgerQueries.round(sql, account, round)
                .map(found -> "The round " + round
                        + (found.stateName().equals("open")
                                ? " is open, and the provider may still settle it: then it is paid twice. "
                                : " is " + found.stateName() + ", so nothing more is due from the provider. "))
                .orElse("");
        return (ofRound + UnmatchedCredits.describe(sql, reference)).strip();
    }

    private long request(DSLContext sql, Account account, Posting posting, String round, Author author, String reason) {
        var same = sql.selectFrom(ADJUSTMENT_REQUESTS)
                .where(ADJUSTMENT_REQUESTS.REFERENCE.eq(posting.reference()))
                .and(ADJUSTMENT_REQUESTS.STATE.eq(State.PENDING.name()))
                .limit(1)
                .fetchOptional(Adjustments::request);
        if (same.isPresent()) {
            var other = same.get();
            if (other.account().equals(posting.accountId())
                    && other.change().equals(posting.change())
                    && other.round().equals(round)) {
                return other.id(); // the form was sent twice
            }
            throw new IllegalArgumentException("The reference " + posting.reference() + " belongs to request "
                    + other.id() + ", which waits for approval. Use another one.");
        }
        var id = sql.insertInto(ADJUSTMENT_REQUESTS)
                .set(ADJUSTMENT_REQUESTS.ACCOUNT_ID, posting.accountId())
                .set(ADJUSTMENT_REQUESTS.AMOUNT, posting.change().minorUnits())
                .set(ADJUSTMENT_REQUESTS.CURRENCY, posting.change().currency().code())
                .set(ADJUSTMENT_REQUESTS.REFERENCE, posting.reference())
                .set(ADJUSTMENT_REQUESTS.WHY, reason)
                .set(ADJUSTMENT_REQUESTS.GAME_ROUND_ID, round.isEmpty() ? null : round)
                .set(ADJUSTMENT_REQUESTS.BALANCE, account.balance().minorUnits())
                .set(ADJUSTMENT_REQUESTS.REQUESTED_BY, author.name())
                .set(ADJUSTMENT_REQUESTS.REQUESTED_AT, Trail.now(clock))
                .set(ADJUSTMENT_REQUESTS.STATE, State.PENDING.name())
                .returning(ADJUSTMENT_REQUESTS.REQUEST_ID)
                .fetchSingle()
                .getRequestId();
        record(sql, author, REQUEST, posting.accountId(), "request " + id + ": " + describe(posting, round, reason));
        return id;
    }

    /**
     * Approves a request of another person and applies it to the current balance. If the ledger refuses the entry, the request waits on.
     *
     * @param seen the version of the account up to which the approver has seen its entries: a settlement may have paid what was asked for,
     *     before the request or since
     */
    public void approve(long id, Author author, String note, long seen) {
        decide(id, author, note, State.APPLIED, (sql, request, account) -> {
            People.require(sql, author, Role.APPROVER);
            requireOwn(false, request, author, "Another person has to approve it.");
            if (People.find(sql, request.requestedBy())
                    .filter(person -> person.enabled() && person.has(Role.CASHIER))
                    .isEmpty()) {
                throw new IllegalArgumentException(request.requestedBy() + ", who made request " + id
                        + ", may not adjust balances any more. Reject it.");
            }
            if (seen != account.version()) {
                throw new IllegalArgumentException("Look at the latest movements of " + account.id()
                        + " on the page of request " + id + ", and tick the box if the change is still right.");
            }
            var posting = Posting.correction(request.change())
                    .account(request.account())
                    .reference(request.reference());
            var store = new JooqPostings(sql, new Author(request.requestedBy()), author.name(), request.reason());
            if (store.findEntry(request.reference()).isEmpty()) {
                UnmatchedCredits.requireDue(sql, posting);
            }
            switch (new Postings(store, clock).post(posting)) {
                case PostingOutcome.Applied applied -> {}
                case PostingOutcome.Refused refused -> throw new IllegalArgumentException(refused.message());
                case PostingOutcome.Replayed replayed ->
                    throw new IllegalArgumentException("The reference was already used, for entry "
                            + replayed.entry().accountVersion() + " of this account. Reject the request.");
            }
        });
    }

    /** Rejects a request of another person. */
    public void reject(long id, Author author, String note) {
        decide(id, author, note, State.REJECTED, (sql, request, account) -> {
            People.require(sql, author, Role.APPROVER);
            requireOwn(false, request, author, "Cancel it instead.");
        });
    }

    /** Cancels the author's request. */
    public void withdraw(long id, Author author, String note) {
        decide(id, author, note, State.WITHDRAWN, (sql, request, account) -> {
            People.require(sql, author, Role.CASHIER);
            requireOwn(true, request, author, "Reject it instead.");
        });
    }

    private static void requireOwn(boolean own, Request request, Author author, String otherwise) {
        if (request.requestedBy().equals(author.name()) != own) {
            throw new IllegalArgumentException(
                    "Request " + request.id() + (own ? " is not your own. " : " is your own. ") + otherwise);
        }
    }

    private interface Action {
        void run(DSLContext sql, Request request, Account account);
    }

    private void requireNoDoubt() {
        var doubt = database.history().doubt();
        if (!doubt.isEmpty()) {
            throw new IllegalArgumentException("Nothing is booked in this database now. " + doubt);
        }
    }

    private void decide(long id, Author author, String note, State decision, Action action) {
        requireNoDoubt();
        database.writes().transaction(transaction -> {
            var sql = transaction.dsl();
            var account = find(sql, id, false).account();
            var locked =
                    new JooqPostings(sql, author, null, "").lockAccount(account).orElseThrow();
            var request = find(sql, id, true);
            if (request.state() != State.PENDING) {
                throw new IllegalArgumentException("Request %d was already %s by %s at %s. Nothing was changed."
                        .formatted(
                                id,
                                request.state().name().toLowerCase(Locale.ROOT),
                                request.decidedBy(),
                                request.decidedAt()));
            }
            action.run(sql, request, locked);
            sql.update(ADJUSTMENT_REQUESTS)
                    .set(ADJUSTMENT_REQUESTS.STATE, decision.name())
                    .set(ADJUSTMENT_REQUESTS.DECIDED_BY, author.name())
                    .set(ADJUSTMENT_REQUESTS.DECIDED_AT, Trail.now(clock))
                    .set(ADJUSTMENT_REQUESTS.DECISION, note)
                    .where(ADJUSTMENT_REQUESTS.REQUEST_ID.eq(id))
                    .execute();
            var verb = decision.name().toLowerCase(Locale.ROOT) + " adjustment";
            var detail = "request %d of %s, %s: %s".formatted(id, request.requestedBy(), request.change(), note);
            record(sql, author, verb, account, detail);
        });
    }

    private void record(DSLContext sql, Author author, String action, String account, String detail) {
        Trail.add(sql, clock, author, action, account, detail, true);
    }

    private static String describe(Posting posting, String round, String reason) {
        return posting.change() + ", reference " + posting.reference() + (round.isEmpty() ? "" : ", round " + round)
                + ": " + reason;
    }

    /** Returns a request. */
    public Request find(long id) {
        return find(database.reads(), id, false);
    }

    /**
     * Returns requests, newest first.
     *
     * @param account the account concerned; empty for all
     * @param onlyPending true for those that wait
     * @param before the id that all are older than
     */
    public List<Request> requests(String account, boolean onlyPending, long before, int most) {
        return database.reads()
                .selectFrom(ADJUSTMENT_REQUESTS)
                .where(ADJUSTMENT_REQUESTS.REQUEST_ID.lt(before))
                .and(onlyPending ? ADJUSTMENT_REQUESTS.STATE.eq(State.PENDING.name()) : noCondition())
                .and(account.isEmpty() ? noCondition() : ADJUSTMENT_REQUESTS.ACCOUNT_ID.eq(account))
                .orderBy(ADJUSTMENT_REQUESTS.REQUEST_ID.desc())
                .limit(most)
                .fetch(Adjustments::request);
    }

    private static Request find(DSLContext sql, long id, boolean locked) {
        var query = sql.selectFrom(ADJUSTMENT_REQUESTS).where(ADJUSTMENT_REQUESTS.REQUEST_ID.eq(id));
        return (locked ? query.forUpdate() : query)
                .fetchOptional(Adjustments::request)
                .orElseThrow(() -> new NotFoundException("There is no request " + id + ". Check the number."));
    }

    private static Request request(AdjustmentRequestsRecord row) {
        var currency = CurrencyCode.of(row.getCurrency());
        return new Request(
                row.getRequestId(),
                row.getAccountId(),
                new Money(row.getAmount(), currency),
                row.getReference(),
                row.getWhy(),
                Objects.requireNonNullElse(row.getGameRoundId(), ""),
                new Money(row.getBalance(), currency),
                row.getRequestedBy(),
                row.getRequestedAt().toInstant(),
                State.valueOf(row.getState()),
                Objects.requireNonNullElse(row.getDecidedBy(), ""),
                row.getDecidedAt() == null ? null : row.getDecidedAt().toInstant(),
                Objects.requireNonNullElse(row.getDecision(), ""));
    }
}
