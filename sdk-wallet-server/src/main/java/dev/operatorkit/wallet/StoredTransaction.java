package dev.operatorkit.wallet;

import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Balance;
import dev.operatorkit.wire.TransactionResult;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Holds one applied transaction: an entry of the ledger, from which every replay is answered (IDM-2, D-49). Immutable.
 *
 * <p>The values have these lengths:
 *
 * <ul>
 * <li>transactionId, accountId, gameRoundId and referenceTransactionId: 1 to {@value
 * dev.operatorkit.wire.Limits#MAX_ID_LENGTH} Unicode code points, none of them a control character (D-36);
 * <li>operatorTransactionId: 36 characters, a UUID in lower case from {@link TransactionalWallet};
 * <li>reason: up to 1,024 characters, of which none is NUL;
 * <li>amount and balanceAfter: a signed 64-bit number of minor units, and a currency code of 2 to 10 characters;
 * <li>bodyHash: 32 bytes.
 * </ul>
 *
 * <p>A store builds it from a row with the builder, because most of the values are strings, which are easily mixed up:
 *
 * <pre>{@code
 * StoredTransaction.builder()
 *         .transactionId(row.getString("transaction_id"))
 *         .kind(Kind.valueOf(row.getString("kind")))
 *         .accountId(row.getString("account_id"))
 *         …
 *         .build();
 * }</pre>
 */
public final class StoredTransaction {
    private final String transactionId;
    private final Kind kind;
    private final String accountId;
    private final String gameRoundId;
    private final @Nullable String referenceTransactionId;
    private final String operatorTransactionId;
    private final Money amount;
    private final Money balanceAfter;
    private final long accountVersion;
    private final @Nullable String reason;
    private final byte[] bodyHash;
    private final Instant createdAt;

    private StoredTransaction(Builder from) {
        transactionId = require("transactionId", from.transactionId);
        kind = require("kind", from.kind);
        accountId = require("accountId", from.accountId);
        gameRoundId = require("gameRoundId", from.gameRoundId);
        referenceTransactionId = kind == Kind.DEBIT
                ? from.referenceTransactionId
                : require("referenceTransactionId", from.referenceTransactionId);
        operatorTransactionId = require("operatorTransactionId", from.operatorTransactionId);
        amount = require("amount", from.amount);
        balanceAfter = require("balanceAfter", from.balanceAfter);
        accountVersion = require("accountVersion", from.accountVersion);
        reason = from.reason;
        bodyHash = require("bodyHash", from.bodyHash);
        createdAt = require("createdAt", from.createdAt);
    }

    private static <T> T require(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("A stored transaction has no " + name + ". Set it on the builder.");
        }
        return value;
    }

    /** Returns a builder without any value. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the provider's id, unique across all accounts and kinds (D-52). */
    public String transactionId() {
        return transactionId;
    }

    /** Returns debit, credit or rollback. */
    public Kind kind() {
        return kind;
    }

    /** Returns the account it belongs to. */
    public String accountId() {
        return accountId;
    }

    /** Returns the round, unique within the account (D-51). */
    public String gameRoundId() {
        return gameRoundId;
    }

    /** Returns the debit that a credit or rollback closes; null for a debit. */
    public @Nullable String referenceTransactionId() {
        return referenceTransactionId;
    }

    /** Returns the operator's id, which {@link TransactionalWallet} generates (WAL-13). */
    public String operatorTransactionId() {
        return operatorTransactionId;
    }

    /** Returns the amount moved, never negative; the kind gives the direction. */
    public Money amount() {
        return amount;
    }

    /** Returns the balance after this transaction, as returned to the provider (D-49). */
    public Money balanceAfter() {
        return balanceAfter;
    }

    /** Returns the {@linkplain Account#version account's version} after this transaction. */
    public long accountVersion() {
        return accountVersion;
    }

    /**
     * Returns the reason, altered if it could not be stored as sent; null if none was sent or it was not a string (D-18).
     */
    public @Nullable String reason() {
        return reason;
    }

    /** Returns the SHA-256 of the request body, which reveals a replay with another body (D-21). Do not change the array. */
    public byte[] bodyHash() {
        return bodyHash;
    }

    /** Returns the time at which it was applied, in whole milliseconds, which every store can keep exactly (D-50). */
    public Instant createdAt() {
        return createdAt;
    }

    /** Returns the response body, identical for the first request and every replay (WAL-13, IDM-2). */
    public TransactionResult toResult() {
        return new TransactionResult(operatorTransactionId, new Balance(balanceAfter, createdAt), createdAt);
    }

    /** Returns a string representation for logs, with the ids, the amount and the balance. */
    @Override
    public String toString() {
        return "StoredTransaction[" + kind + " " + transactionId + " of account " + accountId + ", amount=" + amount
                + ", balanceAfter=" + balanceAfter + ", accountVersion=" + accountVersion + "]";
    }

    /** Lists the kinds of movements. */
    public enum Kind {
        /** Subtracts a stake from the balance. */
        DEBIT,
        /** Adds a payout to the balance. */
        CREDIT,
        /** Refunds the stake of a debit; its amount is zero if the debit was never received (D-25). */
        ROLLBACK
    }

    /** Builds a {@link StoredTransaction} from named values. Not thread-safe. */
    public static final class Builder {
        private @Nullable String transactionId;
        private @Nullable Kind kind;
        private @Nullable String accountId;
        private @Nullable String gameRoundId;
        private @Nullable String referenceTransactionId;
        private @Nullable String operatorTransactionId;
        private @Nullable Money amount;
        private @Nullable Money balanceAfter;
        private @Nullable Long accountVersion;
        private @Nullable String reason;
        private byte @Nullable [] bodyHash;
        private @Nullable Instant createdAt;

        private Builder() {}

        /** Sets the provider's id. */
        public Builder transactionId(String value) {
            transactionId = value;
            return this;
        }

        /** Sets debit, credit or rollback. */
        public Builder kind(Kind value) {
            kind = value;
            return this;
        }

        /** Sets the account it belongs to. */
        public Builder accountId(String value) {
            accountId = value;
            return this;
        }

        /** Sets the round. */
        public Builder gameRoundId(String value) {
            gameRoundId = value;
            return this;
        }

        /** Sets the debit that a credit or rollback closes; null for a debit. */
        public Builder referenceTransactionId(@Nullable String value) {
            referenceTransactionId = value;
            return this;
        }

        /** Sets the operator's id of this transaction. */
        public Builder operatorTransactionId(String value) {
            operatorTransactionId = value;
            return this;
        }

        /** Sets the amount moved. */
        public Builder amount(Money value) {
            amount = value;
            return this;
        }

        /** Sets the balance after this transaction. */
        public Builder balanceAfter(Money value) {
            balanceAfter = value;
            return this;
        }

        /** Sets the account's version after this transaction. */
        public Builder accountVersion(long value) {
            accountVersion = value;
            return this;
        }

        /** Sets the reason, or null. */
        public Builder reason(@Nullable String value) {
            reason = value;
            return this;
        }

        /** Sets the SHA-256 of the request body. */
        public Builder bodyHash(byte[] value) {
            bodyHash = value;
            return this;
        }

        /** Sets the time at which it was applied. */
        public Builder createdAt(Instant value) {
            createdAt = value;
            return this;
        }

        /**
         * Returns the transaction.
         *
         * @throws IllegalStateException if a value other than the reason is missing, or a credit or rollback has no
         *     referenceTransactionId; the message names the value
         */
        public StoredTransaction build() {
            return new StoredTransaction(this);
        }
    }
}
