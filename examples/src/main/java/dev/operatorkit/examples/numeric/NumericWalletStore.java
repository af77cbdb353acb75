package dev.operatorkit.examples.numeric;

import dev.operatorkit.examples.spring.PostgresUnitOfWork;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.WalletStore;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Implements {@link WalletStore} with decimal amounts and UUIDs on PostgreSQL. */
public final class NumericWalletStore implements WalletStore {
    private final DataSource source;

    /** Creates a store over the tables of {@code numeric-schema.sql}. */
    public NumericWalletStore(DataSource source) {
        this.source = source;
    }

    @Override
    public UnitOfWork begin() {
        return new NumericUnit(source);
    }

    @Override
    public Optional<StoredTransaction> findTransaction(String transactionId) {
        return PostgresUnitOfWork.orRolledBack(() -> new JdbcTemplate(source)
                .query("select * from wallet_entry where transaction_id = ?", Rows.ENTRY, transactionId).stream()
                        .findFirst());
    }

    private static final class NumericUnit extends PostgresUnitOfWork {
        NumericUnit(DataSource source) {
            super(source);
        }

        @Override
        public Snapshot lockAndRead(ReadRequest request) {
            return orRolledBack(() -> {
                lock(request.transactionIds());
                Object ids = texts(request.transactionIds(), id -> id);
                Object accounts =
                        request.accountIds().stream().filter(Rows::isAccountId).toArray(String[]::new);
                var keys = request.roundKeys().stream()
                        .filter(key -> Rows.isAccountId(key.accountId()))
                        .toList();
                return new Snapshot(
                        rows(
                                Account::id,
                                Rows.ACCOUNT,
                                "select * from wallet_account where account_id = any(?::uuid[])"
                                        + " order by account_id for update",
                                accounts),
                        rows(
                                StoredTransaction::transactionId,
                                Rows.ENTRY,
                                "select * from wallet_entry where transaction_id = any(?)",
                                ids),
                        rows(
                                settlement -> String.valueOf(settlement.referenceTransactionId()),
                                Rows.ENTRY,
                                "select * from wallet_entry where bet_id = any(?)",
                                ids),
                        rows(
                                Round::key,
                                Rows.ROUND,
                                "select r.* from wallet_round r join unnest(?::uuid[], ?) as k(account_id, round_id)"
                                        + " using (account_id, round_id)",
                                texts(keys, Round.Key::accountId),
                                texts(keys, Round.Key::gameRoundId)));
            });
        }

        @Override
        public void write(Changes changes) {
            orRolledBack(() -> {
                changes.accounts().forEach(this::update);
                changes.newRounds()
                        .forEach(round -> sql().update(
                                        "insert into wallet_round values (?::uuid, ?, ?, ?)",
                                        round.key().accountId(),
                                        round.key().gameRoundId(),
                                        round.debitTransactionId(),
                                        round.state().name()));
                changes.closedRounds()
                        .forEach(round -> sql().update(
                                        "update wallet_round set state = ? where account_id = ?::uuid and round_id = ?",
                                        round.state().name(),
                                        round.key().accountId(),
                                        round.key().gameRoundId()));
                changes.transactions().forEach(this::insert);
                return true;
            });
        }

        private void update(Account account) {
            sql().update(
                            "update wallet_account set balance = ?, version = ?, updated_at = ? where account_id ="
                                    + " ?::uuid",
                            Rows.decimal(account.balance()),
                            account.version(),
                            Rows.timestamp(account.updatedAt()),
                            account.id());
        }

        private void insert(StoredTransaction entry) {
            sql().update(
                            "insert into wallet_entry values (?, ?, ?, ?::uuid, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            UUID.fromString(entry.operatorTransactionId()),
                            entry.transactionId(),
                            entry.kind().name(),
                            entry.accountId(),
                            entry.gameRoundId(),
                            entry.referenceTransactionId(),
                            entry.amount().currency().code(),
                            Rows.decimal(entry.amount()),
                            Rows.decimal(entry.balanceAfter()),
                            entry.accountVersion(),
                            Rows.reason(entry.reason()),
                            entry.bodyHash(),
                            Rows.timestamp(entry.createdAt()));
        }
    }
}
