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
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Tries a debit of the smallest unit and its credit with the statements and the lock waits of any movement, and takes them back. Their ids
 * contain a control character, so that no callback can have them.
 *
 * @param store the store, which tries the database even while the breaker is open
 * @param clock the clock
 */
record TrialMovement(WalletStore store, Clock clock) {
    private static final int HASH_BYTES = 32;
    private static final Duration MAX_DURATION = Duration.ofSeconds(1);

    // Makes the rows as large as rows may be, so that they need as much room as any.
    private static final String REASON = "x".repeat(1024);

    /** Prefers accounts that are not locked: a customer's lock is no reason to refuse all others. */
    private static final List<String> ACCOUNTS = List.of(
            "select id from accounts order by id limit 2 for update skip locked",
            "select id from accounts order by id desc limit 2 for update skip locked");

    private static final String ACCOUNT = "select id from accounts order by id limit 1";

    /**
     * Returns why no movement can be stored in time; null if one can, or if there is no account or no free connection to find out. What
     * fails for one account only, such as a trigger that names it, says nothing about the database.
     */
    @Nullable
    SQLException findFailure(Connection check) throws SQLException {
        var began = System.nanoTime();
        SQLException failure = null;
        for (var account : accounts(check)) {
            try {
                move(account);
                failure = null;
            } catch (StoreException e) {
                failure = e.getCause() instanceof SQLException cause ? cause : new SQLException(e);
            }
            var took = Duration.ofNanos(System.nanoTime() - began);
            if (took.compareTo(MAX_DURATION) > 0) {
                return failure == null
                        ? new SQLException("A movement took " + took.toMillis() + " ms.", SqlFailures.SLOW)
                        : failure;
            }
            if (failure == null || failure instanceof SQLTransientConnectionException) {
                return null; // a full pool says nothing
            }
        }
        return failure;
    }

    private static Set<String> accounts(Connection check) throws SQLException {
        var ids = new LinkedHashSet<String>();
        try (var reading = check.createStatement()) {
            for (var query : ACCOUNTS) {
                read(reading, query, ids);
            }
            if (ids.isEmpty()) {
                read(reading, ACCOUNT, ids);
            }
        }
        return ids;
    }

    private static void read(Statement reading, String query, Set<String> ids) throws SQLException {
        try (var rows = reading.executeQuery(query)) {
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
        }
    }

    private void move(String accountId) {
        var bet = Database.TRIAL + UUID.randomUUID();
        var win = bet + " won";
        var round = new Round.Key(accountId, bet);
        try (var unit = store.begin()) {
            var account = unit.lockAndRead(new ReadRequest(Set.of(accountId), Set.of(bet, win), Set.of(round)))
                    .accounts()
                    .get(accountId);
            if (account == null) {
                return;
            }
            var stake = Math.min(account.balance().minorUnits(), 1);
            var debited = next(account, -stake);
            send(
                    unit,
                    Changes.builder()
                            .transactions(List.of(movement(debited, stake, bet, bet, null)))
                            .newRounds(List.of(new Round(round, bet, Round.State.BET)))
                            .accounts(List.of(debited))
                            .build());
            var credited = next(debited, 1);
            send(
                    unit,
                    Changes.builder()
                            .transactions(List.of(movement(credited, 1, win, bet, bet)))
                            .closedRounds(List.of(new Round(round, bet, Round.State.SETTLED)))
                            .accounts(List.of(credited))
                            .build());
        }
    }

    /** Writes, and reads once more, which sends what was written. */
    private static void send(UnitOfWork unit, Changes changes) {
        unit.write(changes);
        unit.lockAndRead(
                new ReadRequest(Set.of(changes.accounts().iterator().next().id()), Set.of(), Set.of()));
    }

    private Account next(Account account, long change) {
        var balance = account.balance();
        return new Account(
                account.id(),
                balance.plus(new Money(change, balance.currency())),
                account.version() + 1,
                clock.instant().truncatedTo(ChronoUnit.MILLIS));
    }

    private static StoredTransaction movement(
            Account account, long units, String id, String round, @Nullable String debit) {
        return StoredTransaction.builder()
                .transactionId(id)
                .kind(debit == null ? Kind.DEBIT : Kind.CREDIT)
                .accountId(account.id())
                .gameRoundId(round)
                .referenceTransactionId(debit)
                .operatorTransactionId(UUID.randomUUID().toString())
                .amount(new Money(units, account.balance().currency()))
                .balanceAfter(account.balance())
                .accountVersion(account.version())
                .reason(REASON)
                .bodyHash(new byte[HASH_BYTES])
                .createdAt(account.updatedAt())
                .build();
    }
}
