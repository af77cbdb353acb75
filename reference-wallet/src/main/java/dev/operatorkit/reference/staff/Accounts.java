package dev.operatorkit.reference.staff;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static dev.operatorkit.reference.schema.Tables.ADJUSTMENTS;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Partitions;
import dev.operatorkit.reference.store.JooqPlayers;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wallet.PostingOutcome;
import dev.operatorkit.wallet.Postings;
import dev.operatorkit.wire.Limits;
import dev.operatorkit.wire.Player;
import java.time.Clock;
import java.time.LocalDate;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/** Reads players' accounts, opens them, and posts entries to them for the operator's staff. */
public final class Accounts {
    private final Database database;
    private final ApprovalAmounts amounts;
    private final Clock clock;

    /** Creates access to the accounts in a database. */
    public Accounts(Database database, Clock clock) {
        this.database = database;
        this.amounts = new ApprovalAmounts(database, clock);
        this.clock = clock;
    }

    /** Finds the player of an account. */
    public Optional<Player> player(String accountId) {
        return database.reads()
                .selectFrom(ACCOUNTS)
                .where(is(database.reads(), accountId))
                .fetchOptional(JooqPlayers::player);
    }

    /** Returns the player of an account that must exist. */
    public Player require(String accountId) {
        return player(accountId)
                .orElseThrow(() -> new NotFoundException("There is no account “" + accountId + "”. Check the id."));
    }

    /**
     * Names the author of an entry, in a type that cannot be confused with the reason.
     *
     * @param name the name in the account's chain and in the trail; empty before a login and on the command line
     * @param address the address from which the author acts
     */
    public record Author(String name, String address) {
        /** Creates an author who acts on this machine. */
        public Author(String name) {
            this(name, "");
        }
    }

    /**
     * Opens an account, with the opening balance as its first entry. Returns false when the id is in use.
     *
     * @throws IllegalArgumentException if the author may not add the opening balance without another person
     */
    public boolean open(String id, String displayName, Money opening, Author author) {
        if (!Limits.isId(id)) {
            // A callback could never name the account, so its player could not bet what was paid in (D-36).
            throw new IllegalArgumentException("An account id must have 1 to " + Limits.MAX_ID_LENGTH
                    + " characters and no control characters. Choose another id.");
        }
        if (opening.isNegative()) {
            throw new IllegalArgumentException("The opening balance must not be negative, but is " + opening + ".");
        }
        return database.writes().transactionResult(transaction -> {
            People.lock(transaction.dsl(), author.name());
            if (opening.minorUnits() > 0 && amounts.needsApproval(transaction.dsl(), author, opening)) {
                throw new IllegalArgumentException("An opening balance of " + opening
                        + " needs a second person. Create the player with 0 and adjust the balance.");
            }
            var made = transaction
                    .dsl()
                    .insertInto(ACCOUNTS)
                    .set(ACCOUNTS.ID, id)
                    .set(Partitions.value(transaction.dsl(), id))
                    .set(ACCOUNTS.DISPLAY_NAME, displayName)
                    .set(ACCOUNTS.CURRENCY, opening.currency().code())
                    .set(ACCOUNTS.BALANCE, opening.minorUnits())
                    .set(ACCOUNTS.VERSION, 1L)
                    .set(ACCOUNTS.UPDATED_AT, Trail.now(clock))
                    .onConflictDoNothing()
                    .execute();
            if (made == 1) {
                insertOpening(transaction.dsl(), id, opening, author);
                Trail.add(transaction.dsl(), clock, author, "create player", id, "opening balance " + opening, true);
            }
            return made == 1;
        });
    }

    /** Returns the day from which a player may bet again, in UTC; null for one who is not excluded. */
    public @Nullable LocalDate excludedUntil(String accountId) {
        return database.reads()
                .select(ACCOUNTS.EXCLUDED_UNTIL)
                .from(ACCOUNTS)
                .where(is(database.reads(), accountId))
                .fetchOne(ACCOUNTS.EXCLUDED_UNTIL);
    }

    /**
     * Excludes a player until a day, or ends the exclusion with null. Once this returns, it holds for every bet that is not yet accepted.
     * Only an approver shortens or ends one, so that one cashier does not end it in one click.
     */
    public void exclude(String accountId, @Nullable LocalDate until, Author author, String reason) {
        database.writes().transaction(transaction -> {
            var sql = transaction.dsl();
            var row = sql.selectFrom(ACCOUNTS)
                    .where(is(sql, accountId))
                    .forUpdate()
                    .fetchSingle();
            var before = row.getExcludedUntil();
            var isShorter = before != null && (until == null || until.isBefore(before));
            People.require(sql, author, isShorter ? Role.APPROVER : Role.CASHIER);
            sql.update(ACCOUNTS)
                    .set(ACCOUNTS.EXCLUDED_UNTIL, until)
                    .where(is(sql, accountId))
                    .execute();
            Trail.add(
                    sql,
                    clock,
                    author,
                    "exclude",
                    accountId,
                    describe(before) + " → " + describe(until) + ": " + reason,
                    true);
        });
    }

    private static String describe(@Nullable LocalDate until) {
        return until == null ? "not excluded" : "until " + until;
    }

    private static Condition is(DSLContext sql, String accountId) {
        return ACCOUNTS.ID.eq(accountId).and(Partitions.condition(sql, ACCOUNTS, accountId));
    }

    /** Posts a deposit, withdrawal, bonus or correction as an entry in the account's chain. */
    public PostingOutcome post(Posting posting, Author author, String reason) {
        return database.writes()
                .transactionResult(transaction ->
                        new Postings(new JooqPostings(transaction.dsl(), author, null, reason), clock).post(posting));
    }

    private void insertOpening(DSLContext sql, String id, Money opening, Author author) {
        sql.insertInto(ADJUSTMENTS)
                .set(ADJUSTMENTS.ACCOUNT_ID, id)
                .set(Partitions.value(sql, id))
                .set(ADJUSTMENTS.ACCOUNT_VERSION, 1L)
                .set(ADJUSTMENTS.AMOUNT, opening.minorUnits())
                .set(ADJUSTMENTS.BALANCE_BEFORE, 0L)
                .set(ADJUSTMENTS.BALANCE_AFTER, opening.minorUnits())
                .set(ADJUSTMENTS.MADE_BY, author.name())
                .set(ADJUSTMENTS.WHY, "opening balance")
                .set(ADJUSTMENTS.CREATED_AT, Trail.now(clock))
                .execute();
    }
}
