package dev.operatorkit.examples.numeric;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.Account;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;

/** Maps rows of the tables in {@code numeric-schema.sql} to records, and values of records to columns. */
final class Rows {
    private static final int REASON_LENGTH = 255;

    static final RowMapper<Account> ACCOUNT = (row, number) -> new Account(
            row.getString("account_id"), money(row, "balance"), row.getLong("version"), instant(row, "updated_at"));

    static final RowMapper<Round> ROUND = (row, number) -> new Round(
            new Round.Key(row.getString("account_id"), row.getString("round_id")),
            row.getString("bet_id"),
            Round.State.valueOf(row.getString("state")));

    static final RowMapper<StoredTransaction> ENTRY = (row, number) -> StoredTransaction.builder()
            .transactionId(row.getString("transaction_id"))
            .kind(StoredTransaction.Kind.valueOf(row.getString("kind")))
            .accountId(row.getString("account_id"))
            .gameRoundId(row.getString("round_id"))
            .referenceTransactionId(row.getString("bet_id"))
            .operatorTransactionId(row.getString("entry_id"))
            .amount(money(row, "amount"))
            .balanceAfter(money(row, "balance_after"))
            .accountVersion(row.getLong("account_version"))
            .reason(row.getString("reason"))
            .bodyHash(row.getBytes("body_hash"))
            .createdAt(instant(row, "created_at"))
            .build();

    private Rows() {}

    /** Returns false for an id that no account can have: a column of UUIDs would accept other spellings of one (D-36). */
    static boolean isAccountId(String id) {
        try {
            return UUID.fromString(id).toString().equals(id);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    static BigDecimal decimal(Money money) {
        return BigDecimal.valueOf(money.minorUnits(), money.currency().decimals());
    }

    static OffsetDateTime timestamp(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    /** Cuts a reason to its column, because no payout may fail for it (D-18). */
    static @Nullable String reason(@Nullable String reason) {
        return reason == null || reason.codePointCount(0, reason.length()) <= REASON_LENGTH
                ? reason
                : reason.substring(0, reason.offsetByCodePoints(0, REASON_LENGTH));
    }

    private static Money money(ResultSet row, String column) throws SQLException {
        var currency = CurrencyCode.of(row.getString("currency"));
        var minorUnits = row.getBigDecimal(column).movePointRight(currency.decimals());
        return new Money(minorUnits.longValueExact(), currency);
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
