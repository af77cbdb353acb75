package dev.operatorkit.examples.spring;

import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Implements {@link WalletStore} with the operator's own tables on PostgreSQL, using Spring's {@link JdbcTemplate}. */
public final class JdbcWalletStore implements WalletStore {
    private final DataSource source;

    /** Creates a store over the tables of {@code schema.sql}. */
    public JdbcWalletStore(DataSource source) {
        this.source = source;
    }

    @Override
    public UnitOfWork begin() {
        return new JdbcUnit(source);
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        return PostgresUnitOfWork.orRolledBack(() -> new JdbcTemplate(source)
                .query("select * from movement where transaction_id = ?", Columns.MOVEMENT, transactionId).stream()
                        .findFirst());
    }

    private static final class JdbcUnit extends PostgresUnitOfWork {
        JdbcUnit(DataSource source) {
            super(source);
        }

        @Override
        public Snapshot lockAndRead(ReadRequest request) {
            return orRolledBack(() -> {
                lock(request.transactionIds());
                Object accounts = texts(request.accountIds(), id -> id);
                Object ids = texts(request.transactionIds(), id -> id);
                return new Snapshot(
                        rows(
                                Account::id,
                                Columns.ACCOUNT,
                                "select * from account where id = any(?) order by id for update",
                                accounts),
                        rows(
                                StoredTransaction::transactionId,
                                Columns.MOVEMENT,
                                "select * from movement where transaction_id = any(?)",
                                ids),
                        rows(
                                settlement -> String.valueOf(settlement.referenceTransactionId()),
                                Columns.MOVEMENT,
                                "select * from movement where reference_id = any(?)",
                                ids),
                        rows(
                                Round::key,
                                Columns.ROUND,
                                "select r.* from game_round r join unnest(?, ?) as k(account_id, game_round_id)"
                                        + " using (account_id, game_round_id)",
                                texts(request.roundKeys(), Round.Key::accountId),
                                texts(request.roundKeys(), Round.Key::gameRoundId)));
            });
        }

        @Override
        public void write(Changes changes) {
            orRolledBack(() -> {
                changes.accounts().forEach(this::update);
                changes.newRounds()
                        .forEach(round -> sql().update(
                                        "insert into game_round values (?, ?, ?, ?)",
                                        round.key().accountId(),
                                        round.key().gameRoundId(),
                                        round.debitTransactionId(),
                                        round.state().name()));
                changes.closedRounds()
                        .forEach(round -> sql().update(
                                        "update game_round set state = ? where account_id = ? and game_round_id = ?",
                                        round.state().name(),
                                        round.key().accountId(),
                                        round.key().gameRoundId()));
                changes.transactions().forEach(this::insert);
                return true;
            });
        }

        private void update(Account account) {
            sql().update(
                            "update account set balance = ?, version = ?, updated_at = ? where id = ?",
                            account.balance().minorUnits(),
                            account.version(),
                            Columns.timestamp(account.updatedAt()),
                            account.id());
        }

        private void insert(StoredTransaction movement) {
            sql().update(
                            "insert into movement values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            movement.transactionId(),
                            movement.kind().name(),
                            movement.accountId(),
                            movement.gameRoundId(),
                            movement.referenceTransactionId(),
                            movement.operatorTransactionId(),
                            movement.amount().currency().code(),
                            movement.amount().minorUnits(),
                            movement.balanceAfter().minorUnits(),
                            movement.accountVersion(),
                            movement.reason(),
                            movement.bodyHash(),
                            Columns.timestamp(movement.createdAt()));
            // In the same transaction, so that there is a row for each movement that is committed and for no other.
            sql().update(
                            "insert into outbox (account_id, account_version, event) values (?, ?, ?)",
                            movement.accountId(),
                            movement.accountVersion(),
                            movement.kind() + " of " + movement.amount());
        }
    }
}
