package dev.operatorkit.wallet.engine;

import dev.operatorkit.wallet.Refusal;
import dev.operatorkit.wallet.Round;
import dev.operatorkit.wallet.StoredTransaction;
import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.WireAmount;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds a debit, credit or rollback in the form that the round rules decide on.
 *
 * @param accountId the account, resolved from playerId or token; empty if the callback names none
 * @param referenceTransactionId the debit that a settlement closes; null for a debit
 * @param amount stake or payout; null for a rollback, which returns the stored stake (WAL-11)
 * @param bodyHash the SHA-256 of the body, which reveals a replay with another body (D-21)
 * @param lookUpOnly null, unless the movement can only be a replay of an applied one
 * @param debit the debit as received, which the operator's policy sees; null for all other movements
 */
record Movement(
        Kind kind,
        String transactionId,
        String accountId,
        String gameRoundId,
        @Nullable String referenceTransactionId,
        @Nullable WireAmount amount,
        @Nullable String reason,
        byte[] bodyHash,
        @Nullable LookUpOnly lookUpOnly,
        @Nullable Debit debit) {
    /** Serves as a prototype only: cloning it avoids the search for a provider. */
    private static final MessageDigest SHA_256 = sha256();

    static Movement of(Debit debit, String accountId, byte[] body) {
        return new Movement(
                Kind.DEBIT,
                debit.transactionId(),
                accountId,
                debit.gameRoundId(),
                null,
                debit.stake(),
                debit.reason(),
                hash(body),
                null,
                debit);
    }

    static Movement of(Credit credit, byte[] body) {
        return new Movement(
                Kind.CREDIT,
                credit.transactionId(),
                credit.playerId(),
                credit.gameRoundId(),
                credit.referenceTransactionId(),
                credit.payout(),
                credit.reason(),
                hash(body),
                null,
                null);
    }

    static Movement of(Rollback rollback, byte[] body) {
        return new Movement(
                Kind.ROLLBACK,
                rollback.transactionId(),
                rollback.playerId(),
                rollback.gameRoundId(),
                rollback.referenceTransactionId(),
                null,
                rollback.reason(),
                hash(body),
                null,
                null);
    }

    /** Creates a movement that is either answered as a replay or refused, and never applied. */
    static Movement ofId(
            Kind kind, String transactionId, @Nullable String accountId, byte[] body, LookUpOnly lookUpOnly) {
        var account = accountId == null ? "" : accountId;
        return new Movement(kind, transactionId, account, "", null, null, null, hash(body), lookUpOnly, null);
    }

    /**
     * Holds the refusal of a movement that is looked up and not applied (D-21).
     *
     * @param refusal the refusal if its id is unknown
     * @param message the message of that refusal
     * @param namedAccounts how many accounts the callback names: with none it may replay the transaction of any account,
     *     with two of none
     */
    record LookUpOnly(Refusal refusal, String message, NamedAccounts namedAccounts) {
        /** Counts the accounts that a callback names by its playerId and its token. */
        enum NamedAccounts {
            NONE,
            ONE,
            TWO
        }
    }

    boolean hasAccount() {
        return !accountId.isEmpty();
    }

    Round.Key round() {
        return new Round.Key(accountId, gameRoundId);
    }

    /** Returns the id of the debit that opened the round: the movement's own id, or the one it refers to. */
    String debitId() {
        return referenceTransactionId == null ? transactionId : referenceTransactionId;
    }

    /** Starts the transaction to store with the values that were sent. */
    StoredTransaction.Builder toStored() {
        return StoredTransaction.builder()
                .transactionId(transactionId)
                .kind(kind)
                .accountId(accountId)
                .gameRoundId(gameRoundId)
                .referenceTransactionId(referenceTransactionId)
                .reason(reason)
                .bodyHash(bodyHash);
    }

    /** Adds the data that must be read before the rules can decide. */
    void addTo(Set<String> accounts, Set<String> transactions, Set<Round.Key> rounds) {
        if (hasAccount()) {
            accounts.add(accountId);
        }
        transactions.add(transactionId);
        transactions.add(debitId());
        if (lookUpOnly == null) {
            rounds.add(round());
        }
    }

    private static byte[] hash(byte[] body) {
        try {
            return ((MessageDigest) SHA_256.clone()).digest(body);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("SHA-256 of this JVM cannot be cloned", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-256", e);
        }
    }
}
