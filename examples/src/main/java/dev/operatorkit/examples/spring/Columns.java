package dev.operatorkit.examples.spring;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.springframework.jdbc.core.RowMapper;

/** Maps rows of the tables in {@code schema.sql} to records. */
final class Columns {
    static final RowMapper<Account> ACCOUNT = (row, number) ->
            new Account(row.getString("id"), money(row, "balance"), row.getLong("version"), instant(row, "updated_at"));

    static final RowMapper<Round> ROUND = (row, number) -> new Round(
            new Round.Key(row.getString("account_id"), row.getString("game_round_id")),
            row.getString("debit_id"),
            Round.State.valueOf(row.getString("state")));

    static final RowMapper<StoredTransaction> MOVEMENT = (row, number) -> StoredTransaction.builder()
            .transactionId(row.getString("transaction_id"))
            .kind(StoredTransaction.Kind.valueOf(row.getString("kind")))
            .accountId(row.getString("account_id"))
            .gameRoundId(row.getString("game_round_id"))
            .referenceTransactionId(row.getString("reference_id"))
            .operatorTransactionId(row.getString("operator_id"))
            .amount(money(row, "amount"))
            .balanceAfter(money(row, "balance_after"))
            .accountVersion(row.getLong("account_version"))
            .reason(row.getString("reason"))
            .bodyHash(row.getBytes("fingerprint"))
            .createdAt(instant(row, "created_at"))
            .build();

    private Columns() {}

    static Money money(ResultSet row, String column) throws SQLException {
        return new Money(row.getLong(column), CurrencyCode.of(row.getString("currency")));
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static OffsetDateTime timestamp(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
