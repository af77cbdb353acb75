package dev.operatorkit.reference.database;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoreException;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletStore;
import dev.operatorkit.wallet.WalletStore.Changes;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wallet.WalletStore.UnitOfWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Tries a debit of zero and its credit with the statements and the lock waits of any movement, and takes them back. Their ids contain a
 * control character, so that no callback can have them.
 *
 * @param store the store, which tries the database even while the breaker is open
 * @param clock the clock
 */
record TrialMovement(WalletStore store, Clock clock) {
    private static final int HASH_BYTES = 32;

    // Makes the rows as large as rows may be, so that they need as much room as any.
    private static final String REASON = "x".repeat(1024);

    /** Prefers an account that is not locked: a customer's lock is no reason to refuse all others. */
    private static final String ACCOUNT = "select coalesce("
            + "(select id from accounts order by id limit 1 for update skip locked),"
            + " (select id from accounts order by id limit 1))";

    /** Returns why no movement can be stored; null if one can, or if there is no account or no free connection to find out. */
    @Nullable
    SQLException findFailure(Connection check) throws SQLException {
        try (var reading = check.createStatement();
                var row = reading.executeQuery(ACCOUNT)) {
            row.next();
            if (row.getString(1) != null) {
                move(row.getString(1));
            }
            return null;
        } catch (StoreException e) {
            var cause = e.getCause() instanceof SQLException failure ? failure : new SQLException(e);
            return cause instanceof SQLTransientConnectionException ? null : cause; // a full pool says nothing
        }
    }

    private void move(String accountId) {
        var bet = "trial\t" + UUID.randomUUID();
        var win = bet + " won";
        var round = new Round.Key(accountId, bet);
        try (var unit = store.begin()) {
            var account = unit.lockAndRead(new ReadRequest(Set.of(accountId), Set.of(bet, win), Set.of(round)))
                    .accounts()
                    .get(accountId);
            if (account == null) {
                return;
            }
            var debited = next(account);
            send(
                    unit,
                    new Changes(
                            List.of(movement(debited, bet, bet, null)),
                            List.of(new Round(round, bet, Round.State.BET)),
                            List.of(),
                            List.of(debited)));
            var credited = next(debited);
            send(
                    unit,
                    new Changes(
                            List.of(movement(credited, win, bet, bet)),
                            List.of(),
                            List.of(new Round(round, bet, Round.State.SETTLED)),
                            List.of(credited)));
        }
    }

    /** Writes, and reads once more, which sends what was written. */
    private static void send(UnitOfWork unit, Changes changes) {
        unit.write(changes);
        unit.lockAndRead(
                new ReadRequest(Set.of(changes.accounts().iterator().next().id()), Set.of(), Set.of()));
    }

    private Account next(Account account) {
        return new Account(
                account.id(),
                account.balance(),
                account.version() + 1,
                clock.instant().truncatedTo(ChronoUnit.MILLIS));
    }

    private static StoredTransaction movement(Account account, String id, String round, @Nullable String debit) {
        return StoredTransaction.builder()
                .transactionId(id)
                .kind(debit == null ? Kind.DEBIT : Kind.CREDIT)
                .accountId(account.id())
                .gameRoundId(round)
                .referenceTransactionId(debit)
                .operatorTransactionId(UUID.randomUUID().toString())
                .amount(Money.zero(account.balance().currency()))
                .balanceAfter(account.balance())
                .accountVersion(account.version())
                .reason(REASON)
                .bodyHash(new byte[HASH_BYTES])
                .createdAt(account.updatedAt())
                .build();
    }
}
