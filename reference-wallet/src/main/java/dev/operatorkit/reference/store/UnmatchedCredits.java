package dev.operatorkit.reference.store;

import static dev.operatorkit.reference.schema.Tables.ACCOUNTS;
import static dev.operatorkit.reference.schema.Tables.UNMATCHED_CREDITS;
import static org.jooq.impl.DSL.noCondition;

import dev.operatorkit.reference.database.Database;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.WireAmount;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jooq.exception.DataAccessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the credits that a restored database refuses because it does not know their bet: the player may have won it before the restore, so
 * a person decides.
 *
 * @param database the database
 * @param store the movements
 * @param clock the clock
 */
public record UnmatchedCredits(Database database, WalletStore store, Clock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(UnmatchedCredits.class);

    /** Holds a credit; the amount is as it was sent, with the currency if it was. */
    public record Row(String transaction, String account, String round, String bet, String amount, Instant firstSeen) {}

    /** Keeps a refused credit of a player if the database was restored and has no such bet. */
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
        var isPlayer = database.lookups().fetchExists(ACCOUNTS, ACCOUNTS.ID.eq(credit.playerId()));
        if (!isPlayer || store.findTransaction(credit.playerId(), bet).isPresent()) {
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
        database.lookupWrites()
                .insertInto(table)
                .set(table.TRANSACTION_ID, credit.transactionId())
                .set(table.ACCOUNT_ID, credit.playerId())
                .set(table.GAME_ROUND_ID, credit.gameRoundId())
                .set(table.REFERENCE_TRANSACTION_ID, bet)
                .set(table.AMOUNT, amount(credit.payout()))
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

    private static String amount(WireAmount payout) {
        return payout.amount().toPlainString() + (payout.currency() == null ? "" : " " + payout.currency());
    }

    /** Returns the credits of an account, or of all if it is empty, with ids after this one, ordered by id. */
    public List<Row> after(String account, String id, int most) {
        var table = UNMATCHED_CREDITS;
        return database.reads()
                .selectFrom(table)
                .where(table.TRANSACTION_ID.gt(id))
                .and(account.isEmpty() ? noCondition() : table.ACCOUNT_ID.eq(account))
                .orderBy(table.TRANSACTION_ID)
                .limit(most)
                .fetch(row -> new Row(
                        row.get(table.TRANSACTION_ID),
                        row.get(table.ACCOUNT_ID),
                        row.get(table.GAME_ROUND_ID),
                        row.get(table.REFERENCE_TRANSACTION_ID),
                        row.get(table.AMOUNT),
                        row.get(table.FIRST_SEEN_AT).toInstant()));
    }
}
