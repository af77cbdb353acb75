package dev.operatorkit.reference.staff;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static dev.operatorkit.reference.schema.Tables.ADJUSTMENT_REFERENCES;
import static dev.operatorkit.reference.schema.Tables.UNMATCHED_CREDITS;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.row;

import dev.operatorkit.money.Money;
import dev.operatorkit.reference.database.Database;
import dev.operatorkit.reference.database.Partitions;
import dev.operatorkit.reference.staff.Accounts.Author;
import dev.operatorkit.reference.staff.LedgerQueries.RoundRow;
import dev.operatorkit.wallet.Posting;
import dev.operatorkit.wire.Credit;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the credits that a restored database refuses because it does not know their bet: the player may have won it before the restore, so
 * a person decides. An adjustment with the id of a credit as its reference pays it.
 *
 * @param database the database
 * @param clock the clock
 */
public record UnmatchedCredits(Database database, Clock clock) {
    /** Begins the reference of an adjustment that takes back what was paid for a credit. The credit's id follows. */
    public static final String SUBTRACT = "subtract ";

    private static final Logger LOG = LoggerFactory.getLogger(UnmatchedCredits.class);

    /**
     * Holds a credit.
     *
     * @param currency empty if the provider sent none
     * @param credits the ids of all credits of its bet, of which only one can be due
     */
    public record Row(
            String transaction,
            String account,
            String round,
            String bet,
            BigDecimal payout,
            String currency,
            Instant firstSeen,
            List<String> credits) {}

    /**
     * Describes what has become of a credit.
     *
     * @param text the words of the pages
     * @param id the reference of the adjustment that is still to be made, or else the movement that the text is about; empty for none
     * @param due true if the operator may pay the credit
     * @param excess what was paid by hand and has to be subtracted; null for nothing
     */
    public record Payment(
            String text, String id, boolean due, @Nullable Money excess) {
        private Payment(String text, String id) {
            this(text, id, false, null);
        }
    }

    /** Keeps a refused credit if the database was restored and has no such bet. */
    public void refused(Credit credit) {
        if (database.history().restoredTo() == null) {
            return;
        }
        try {
            keep(credit);
        } catch (DataAccessException e) {
            // The provider repeats a refused credit for days (D-33), so it comes again.
            LOG.warn("Credit {} of a bet that is not there could not be kept", credit.transactionId(), e);
        }
    }

    private void keep(Credit credit) {
        var bet = credit.referenceTransactionId();
        if (LedgerQueries.kind(database.lookups(), bet).isPresent()) {
            return;
        }
        var now = clock.instant().atOffset(ZoneOffset.UTC);
        var table = UNMATCHED_CREDITS;
        var repeated = database.lookupWrites()
                .update(table)
                .set(table.LAST_SEEN_AT, now)
                .where(table.TRANSACTION_ID.eq(credit.transactionId()))
                .execute();
        if (repeated > 0) {
            return;
        }
        var payout = credit.payout();
        database.lookupWrites()
                .insertInto(table)
                .set(table.TRANSACTION_ID, credit.transactionId())
                .set(table.ACCOUNT_ID, credit.playerId())
                .set(table.GAME_ROUND_ID, credit.gameRoundId())
                .set(table.REFERENCE_TRANSACTION_ID, bet)
                .set(
                        table.AMOUNT,
                        payout.amount().toPlainString() + (payout.currency() == null ? "" : " " + payout.currency()))
                .set(table.FIRST_SEEN_AT, now)
                .set(table.LAST_SEEN_AT, now)
                .onConflictDoNothing()
                .execute();
        LOG.warn(
                "Credit {} of round {} was refused: the restored database has no bet {}. It is kept under /unmatched"
                        + " in the back office.",
                credit.transactionId(),
                credit.gameRoundId(),
                bet);
    }

    /** Logs a credit that a restored database has just booked although a person paid it: as a settlement it cannot be refused. */
    public void applied(Credit credit) {
        var id = credit.transactionId();
        var sql = database.lookups();
        try {
            if (database.history().restoredTo() != null
                    && sql.fetchExists(
                            ADJUSTMENT_REFERENCES,
                            ADJUSTMENT_REFERENCES
                                    .REFERENCE
                                    .in(id, credit.referenceTransactionId(), credit.gameRoundId())
                                    .and(Partitions.condition(sql, ADJUSTMENT_REFERENCES, credit.playerId())))) {
                LOG.warn(
                        "Credit {} was paid by hand, and now by the provider. Subtract it: see /unmatched in the back"
                                + " office.",
                        id);
            }
        } catch (DataAccessException e) {
            LOG.warn("Whether credit {} was paid by hand too could not be read. See /unmatched.", id, e);
        }
    }

    /** Returns the credits of an account, or of all if it is empty, after the one with this id, ordered by bet. */
    public List<Row> after(String account, String id, int most) {
        var table = UNMATCHED_CREDITS;
        var last = database.reads()
                .select(table.REFERENCE_TRANSACTION_ID, table.TRANSACTION_ID)
                .from(table)
                .where(table.TRANSACTION_ID.eq(id))
                .fetchOptional();
        return rows(
                database.reads(),
                last.map(mark -> row(table.REFERENCE_TRANSACTION_ID, table.TRANSACTION_ID)
                                .gt(mark.value1(), mark.value2()))
                        .orElse(noCondition())
                        .and(account.isEmpty() ? noCondition() : table.ACCOUNT_ID.eq(account)),
                most);
    }

    /** Finds a kept credit by its id, or by that of its bet or of its round, which a person may take for it. */
    static Optional<Row> find(DSLContext sql, String id) {
        var table = UNMATCHED_CREDITS;
        var found = rows(sql, table.TRANSACTION_ID.eq(id), 1);
        return (found.isEmpty()
                        ? rows(sql, table.REFERENCE_TRANSACTION_ID.eq(id).or(table.GAME_ROUND_ID.eq(id)), 1)
                        : found)
                .stream().findFirst();
    }

    private static List<Row> rows(DSLContext sql, Condition condition, int most) {
        var table = UNMATCHED_CREDITS;
        var found = sql.selectFrom(table)
                .where(condition)
                .orderBy(table.REFERENCE_TRANSACTION_ID, table.TRANSACTION_ID)
                .limit(most)
                .fetch();
        var credits = sql
                .select(table.ACCOUNT_ID, table.REFERENCE_TRANSACTION_ID, table.TRANSACTION_ID)
                .from(table)
                .where(table.REFERENCE_TRANSACTION_ID.in(found.getValues(table.REFERENCE_TRANSACTION_ID)))
                .orderBy(table.TRANSACTION_ID)
                .fetch()
                .stream()
                .collect(Collectors.groupingBy(
                        credit -> List.of(credit.value1(), credit.value2()),
                        Collectors.mapping(credit -> credit.value3(), Collectors.toList())));
        return found.map(credit -> {
            var amount = credit.getAmount().split(" ", 2);
            return new Row(
                    credit.getTransactionId(),
                    credit.getAccountId(),
                    credit.getGameRoundId(),
                    credit.getReferenceTransactionId(),
                    new BigDecimal(amount[0]),
                    amount.length == 1 ? "" : amount[1],
                    credit.getFirstSeenAt().toInstant(),
                    credits.getOrDefault(
                            List.of(credit.getAccountId(), credit.getReferenceTransactionId()), List.of()));
        });
    }

    /** Returns what has become of a credit. */
    public Payment payment(Row credit) {
        return payment(database.reads(), credit);
    }

    private static Payment payment(DSLContext sql, Row credit) {
        var id = credit.transaction();
        var reference = Stream.of(id, credit.bet(), credit.round())
                .filter(each -> byHand(sql, each, credit.account()).isPresent())
                .findFirst()
                .orElse(id);
        var paid = byHand(sql, reference, credit.account()).orElse(null);
        var round = LedgerQueries.round(sql, credit.account(), credit.round());
        // A round has one bet (D-22), so another one in it closes it for this credit too.
        var by = LedgerQueries.settlementOf(sql, credit.account(), credit.bet())
                .or(() -> round.map(RoundRow::debit).filter(debit -> !debit.equals(credit.bet())))
                .orElse("");
        if (paid != null && by.isEmpty()) {
            var open = round.isPresent() ? ". Its bet has come since: if the provider pays it too, subtract it" : "";
            var as = reference.equals(id) ? "" : " (reference " + reference + ")";
            return new Payment("by hand: " + paid + as + open, id);
        }
        if (paid != null) {
            return byHand(sql, SUBTRACT + id, credit.account()).isPresent()
                    ? new Payment("paid by hand: " + paid + ", and subtracted again", id)
                    : new Payment(
                            "paid by hand, and " + (by.equals(id) ? "by the provider" : by + " is booked for its round")
                                    + ": SUBTRACT " + paid,
                            SUBTRACT + id,
                            false,
                            paid);
        }
        if (!by.isEmpty()) {
            return new Payment(
                    by.equals(id) ? "by the provider" : "nothing due: " + by + " is booked for its round", by);
        }
        for (var other : credit.credits()) {
            if (byHand(sql, other, credit.account()).isPresent()) {
                return new Payment("nothing due: credit " + other + " of the same bet was paid by hand", other);
            }
        }
        if (credit.payout().signum() <= 0) {
            return new Payment("nothing due: the payout is " + credit.payout().toPlainString(), "");
        }
        if (!sql.fetchExists(ACCOUNTS, ACCOUNTS.ID.eq(credit.account()))) {
            return new Payment("no: create the player with the same id first", "");
        }
        return new Payment(
                round.isPresent()
                        ? "no, but its bet has come since, so the provider may still pay it"
                        : "no: the payout less the stake is due",
                id,
                true,
                null);
    }

    private static Optional<Money> byHand(DSLContext sql, String reference, String account) {
        return new JooqPostings(sql, new Author(""), null, "")
                .findEntry(reference)
                .filter(entry -> entry.posting().accountId().equals(account))
                .map(entry -> entry.posting().change());
    }

    /**
     * Refuses an adjustment whose reference is the id of a movement, or stands for a credit that is not due like this. The account has to be
     * locked.
     */
    static void requireDue(DSLContext sql, Posting posting) {
        var reference = posting.reference();
        var booked = booked(sql, reference);
        var credit = find(sql, reference)
                .or(() -> reference.startsWith(SUBTRACT)
                        ? find(sql, reference.substring(SUBTRACT.length()))
                        : Optional.empty());
        if (!booked.isEmpty()
                || credit.filter(kept -> !isDue(sql, posting, kept)).isPresent()) {
            throw new IllegalArgumentException(booked
                    + credit.map(kept -> describe(sql, kept) + " Its id pays at most the payout to its player while it"
                                    + " is due, and “" + SUBTRACT + "” before it subtracts all that was paid by hand.")
                            .orElse("")
                    + " Use another reference for anything else. Nothing was changed.");
        }
    }

    private static boolean isDue(DSLContext sql, Posting posting, Row credit) {
        var payment = payment(sql, credit);
        var change = posting.change();
        var excess = payment.excess();
        return posting.accountId().equals(credit.account())
                && posting.reference().equals(payment.id())
                && (excess == null
                        ? payment.due()
                                && change.minorUnits() > 0
                                && new BigDecimal(change.toPlainString()).compareTo(credit.payout()) <= 0
                                && List.of("", change.currency().code()).contains(credit.currency())
                        : excess.plus(change).isZero());
    }

    /** Returns what the reference of an adjustment stands for, in sentences; empty if the wallet does not know it. */
    static String describe(DSLContext sql, String reference) {
        return booked(sql, reference)
                + find(sql, reference).map(credit -> describe(sql, credit)).orElse("");
    }

    private static String describe(DSLContext sql, Row credit) {
        return ("The reference is about credit %s, which was refused because the restored database has no bet %s. Its"
                        + " payout to %s is %s %s. The balance still has the stake, so the payout less the stake is"
                        + " due. Paid since: %s.")
                .formatted(
                        credit.transaction(),
                        credit.bet(),
                        credit.account(),
                        credit.payout().toPlainString(),
                        credit.currency(),
                        payment(sql, credit).text());
    }

    private static String booked(DSLContext sql, String reference) {
        return LedgerQueries.kind(sql, reference)
                .map(kind -> kind.equals("CREDIT")
                        ? "The provider has paid " + reference + ", which is a credit in the ledger. "
                        : reference + " is the id of a " + kind.toLowerCase(Locale.ROOT) + " in the ledger. ")
                .orElse("");
    }
}
