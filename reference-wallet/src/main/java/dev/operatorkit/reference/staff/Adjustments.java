package dev.operatorkit.reference.staff;

import static dev.operatorkit.reference.schema.Tables.ADJUSTMENT_REQUESTS;
import static org.jooq.impl.DSL.noCondition;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingOutcome;
import dev.operatorkit.wallet.Postings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/**
 * Adjusts balances: at once, or as a request that a second person approves. Each verb is one transaction, which locks the account, then
 * the request, then the person.
 */
public final class Adjustments {
    /** Defines how long a request waits for a second person. */
    public static final Duration LIFE = Duration.ofDays(7);

    /** Names the action of the trail that books nothing yet. */
    public static final String REQUEST = "request adjustment";

    /** Names the action of the trail for a request that was approved, but could not be applied. */
    public static final String FAILURE = "failed adjustment";

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
        /** Was approved, and its entry stands in the ledger. */
        APPLIED,
        /** Was refused by a second person. */
        REJECTED,
        /** Was taken back by its author. */
        WITHDRAWN,
        /** Was approved, but could not be applied. */
        FAILED,
        /** Found no second person in time. */
        EXPIRED
    }

    /**
     * Holds a request.
     *
     * @param balance the balance when it was made
     * @param decidedBy empty while it waits
     * @param decision the note of the person who decided, or why it could not be applied
     */
    public record Request(
            long id,
            String account,
            Money change,
            String reference,
            String reason,
            Money balance,
            String requestedBy,
            Instant requestedAt,
            State state,
            String decidedBy,
            @Nullable Instant decidedAt,
            String decision) {}

    /** Describes what became of an adjustment. */
    public sealed interface Result {
        /** Reports that the entry was written now. */
        record Applied() implements Result {}

        /** Reports that the same adjustment was made earlier. */
        record Repeated() implements Result {}

        /** Reports that a second person has to approve it. */
        record Requested(long id) implements Result {}
    }

    /** Adjusts a balance, or requests it when the author may not do so without another person. */
    public Result adjust(Posting posting, Author author, String reason) {
        return database.writes().transactionResult(transaction -> {
            var sql = transaction.dsl();
            var store = new JooqPostings(sql, author, null, reason);
            var account = store.lockAccount(posting.accountId());
            People.require(sql, author, Role.CASHIER);
            if (account.isPresent()
                    && store.findEntry(posting.reference()).isEmpty()
                    && amounts.needsApproval(sql, author, posting.change())) {
                return new Result.Requested(request(sql, account.get(), posting, author, reason));
            }
            return switch (new Postings(store, clock).post(posting)) {
                case PostingOutcome.Applied applied -> {
                    record(sql, author, "adjust", posting.accountId(), describe(posting, reason));
                    yield new Result.Applied();
                }
                case PostingOutcome.Repeated repeated -> new Result.Repeated();
                case PostingOutcome.Refused refused -> throw new IllegalArgumentException(refused.message());
            };
        });
    }

    private long request(DSLContext sql, Account account, Posting posting, Author author, String reason) {
        var same = sql
                .selectFrom(ADJUSTMENT_REQUESTS)
                .where(ADJUSTMENT_REQUESTS.REFERENCE.eq(posting.reference()))
                .and(ADJUSTMENT_REQUESTS.STATE.eq(State.PENDING.name()))
                .fetch(this::request)
                .stream()
                .filter(request -> request.state() == State.PENDING)
                .findFirst();
        if (same.isPresent()) {
            var other = same.get();
            if (other.account().equals(posting.accountId()) && other.change().equals(posting.change())) {
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
                .set(ADJUSTMENT_REQUESTS.BALANCE, account.balance().minorUnits())
                .set(ADJUSTMENT_REQUESTS.REQUESTED_BY, author.name())
                .set(ADJUSTMENT_REQUESTS.REQUESTED_AT, now())
                .set(ADJUSTMENT_REQUESTS.STATE, State.PENDING.name())
                .returning(ADJUSTMENT_REQUESTS.REQUEST_ID)
                .fetchSingle()
                .getRequestId();
        record(sql, author, REQUEST, posting.accountId(), "request " + id + ": " + describe(posting, reason));
        return id;
    }

    /**
     * Approves a request of another person and applies it against the balance of now. Returns the request as it ended: FAILED when the
     * ledger refuses the entry, for example because its reference was used meanwhile.
     */
    public Request approve(long id, Author author, String note) {
        return decide(id, author, (sql, request) -> {
            People.require(sql, author, Role.APPROVER);
            requireOwn(false, request, author, "Another person has to approve it.");
            var posting = Posting.correction(request.change())
                    .account(request.account())
                    .reference(request.reference());
            var store = new JooqPostings(sql, new Author(request.requestedBy()), author.name(), request.reason());
            return switch (new Postings(store, clock).post(posting)) {
                case PostingOutcome.Applied applied -> end(sql, request, State.APPLIED, author, note);
                case PostingOutcome.Refused refused -> end(sql, request, State.FAILED, author, refused.message());
                case PostingOutcome.Repeated repeated -> {
                    var version = repeated.entry().accountVersion();
                    var why = "The reference was already used, for entry " + version + " of this account.";
                    yield end(sql, request, State.FAILED, author, why);
                }
            };
        });
    }

    /** Rejects a request of another person. */
    public Request reject(long id, Author author, String note) {
        return decide(id, author, (sql, request) -> {
            People.require(sql, author, Role.APPROVER);
            requireOwn(false, request, author, "Cancel it instead.");
            return end(sql, request, State.REJECTED, author, note);
        });
    }

    /** Takes back a request of the author's own. */
    public Request withdraw(long id, Author author, String note) {
        return decide(id, author, (sql, request) -> {
            People.require(sql, author, Role.CASHIER);
            requireOwn(true, request, author, "Reject it instead.");
            return end(sql, request, State.WITHDRAWN, author, note);
        });
    }

    private static void requireOwn(boolean own, Request request, Author author, String otherwise) {
        if (request.requestedBy().equals(author.name()) != own) {
            throw new IllegalArgumentException(
                    "Request " + request.id() + (own ? " is not your own. " : " is your own. ") + otherwise);
        }
    }

    /** Decides about a locked request that waits. */
    private interface Decision {
        Request about(DSLContext sql, Request request);
    }

    private Request decide(long id, Author author, Decision decision) {
        return database.writes().transactionResult(transaction -> {
            var sql = transaction.dsl();
            var account = find(sql, id, false).orElseThrow(() -> unknown(id)).account();
            new JooqPostings(sql, author, null, "").lockAccount(account);
            var request = find(sql, id, true).orElseThrow(() -> unknown(id));
            if (request.decidedAt() != null) {
                throw new IllegalArgumentException("Request %d was already %s by %s at %s. Nothing was changed."
                        .formatted(
                                id,
                                request.state().name().toLowerCase(Locale.ROOT),
                                request.decidedBy(),
                                request.decidedAt()));
            }
            return request.state() == State.PENDING
                    ? decision.about(sql, request)
                    : end(sql, request, State.EXPIRED, author, "It waited for more than " + LIFE.toDays() + " days.");
        });
    }

    private Request end(DSLContext sql, Request request, State state, Author author, String decision) {
        sql.update(ADJUSTMENT_REQUESTS)
                .set(ADJUSTMENT_REQUESTS.STATE, state.name())
                .set(ADJUSTMENT_REQUESTS.DECIDED_BY, author.name())
                .set(ADJUSTMENT_REQUESTS.DECIDED_AT, now())
                .set(ADJUSTMENT_REQUESTS.DECISION, decision)
                .where(ADJUSTMENT_REQUESTS.REQUEST_ID.eq(request.id()))
                .execute();
        var ended = find(sql, request.id(), false).orElseThrow(() -> unknown(request.id()));
        var what =
                "request %d of %s, %s: %s".formatted(request.id(), request.requestedBy(), request.change(), decision);
        record(sql, author, state.name().toLowerCase(Locale.ROOT) + " adjustment", request.account(), what);
        return ended;
    }

    private void record(DSLContext sql, Author author, String action, String account, String detail) {
        Trail.add(sql, clock, author, action, account, detail, true);
    }

    private static String describe(Posting posting, String reason) {
        return posting.change() + ", reference " + posting.reference() + ": " + reason;
    }

    /** Finds a request. */
    public Optional<Request> find(long id) {
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
        var pending = ADJUSTMENT_REQUESTS.STATE.eq(State.PENDING.name());
        var inTime = ADJUSTMENT_REQUESTS.REQUESTED_AT.ge(now().minus(LIFE));
        return database.reads()
                .selectFrom(ADJUSTMENT_REQUESTS)
                .where(ADJUSTMENT_REQUESTS.REQUEST_ID.lt(before))
                .and(onlyPending ? pending.and(inTime) : noCondition())
                .and(account.isEmpty() ? noCondition() : ADJUSTMENT_REQUESTS.ACCOUNT_ID.eq(account))
                .orderBy(ADJUSTMENT_REQUESTS.REQUEST_ID.desc())
                .limit(most)
                .fetch(this::request);
    }

    private Optional<Request> find(DSLContext sql, long id, boolean locked) {
        var query = sql.selectFrom(ADJUSTMENT_REQUESTS).where(ADJUSTMENT_REQUESTS.REQUEST_ID.eq(id));
        return (locked ? query.forUpdate() : query).fetchOptional(this::request);
    }

    /** Reads a request. One that nobody has decided in time is expired, also before somebody tries to. */
    private Request request(Record row) {
        var currency = CurrencyCode.of(row.get(ADJUSTMENT_REQUESTS.CURRENCY));
        var requestedAt = row.get(ADJUSTMENT_REQUESTS.REQUESTED_AT).toInstant();
        var decidedAt = row.get(ADJUSTMENT_REQUESTS.DECIDED_AT);
        var state = State.valueOf(row.get(ADJUSTMENT_REQUESTS.STATE));
        var isLate = state == State.PENDING && requestedAt.plus(LIFE).isBefore(clock.instant());
        return new Request(
                row.get(ADJUSTMENT_REQUESTS.REQUEST_ID),
                row.get(ADJUSTMENT_REQUESTS.ACCOUNT_ID),
                new Money(row.get(ADJUSTMENT_REQUESTS.AMOUNT), currency),
                row.get(ADJUSTMENT_REQUESTS.REFERENCE),
                row.get(ADJUSTMENT_REQUESTS.WHY),
                new Money(row.get(ADJUSTMENT_REQUESTS.BALANCE), currency),
                row.get(ADJUSTMENT_REQUESTS.REQUESTED_BY),
                requestedAt,
                isLate ? State.EXPIRED : state,
                text(row.get(ADJUSTMENT_REQUESTS.DECIDED_BY)),
                decidedAt == null ? null : decidedAt.toInstant(),
                text(row.get(ADJUSTMENT_REQUESTS.DECISION)));
    }

    private static String text(@Nullable String column) {
        return column == null ? "" : column;
    }

    private static NotFoundException unknown(long id) {
        return new NotFoundException(
                NotFoundException.Kind.REQUEST, "There is no request " + id + ". Check the number.");
    }

    private OffsetDateTime now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
    }
}
