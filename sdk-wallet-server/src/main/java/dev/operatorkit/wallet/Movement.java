package dev.operatorkit.wallet;

import dev.operatorkit.wallet.StoredTransaction.Kind;
import dev.operatorkit.wallet.WalletStore.ReadRequest;
import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.WireAmount;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A debit, credit or rollback in the one shape that the rules judge.
 *
 * @param accountId whom it is for, resolved
 * @param referenceTransactionId the debit that a settlement closes; null on a debit
 * @param amount stake or payout; null on a rollback, which returns the stored stake (WAL-11)
 * @param fingerprint of the body, so that a replay with other content is noticed (D-21)
 * @param lookUpOnly null, unless it can only be the repeat of what was applied
 */
record Movement(
        Kind kind,
        String transactionId,
        String accountId,
        String gameRoundId,
        @Nullable String referenceTransactionId,
        @Nullable WireAmount amount,
        @Nullable String reason,
        byte[] fingerprint,
        @Nullable LookUpOnly lookUpOnly) {
    /** Never used itself: a clone is had without the search for a provider. */
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
                fingerprint(body),
                null);
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
                fingerprint(body),
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
                fingerprint(body),
                null);
    }

    /** One that can be answered as it was, or refused, and never applied. */
    static Movement ofId(Kind kind, String transactionId, String accountId, byte[] body, LookUpOnly lookUpOnly) {
        return new Movement(kind, transactionId, accountId, "", null, null, null, fingerprint(body), lookUpOnly);
    }

    /**
     * Why a movement is looked up and not applied (D-21).
     *
     * @param otherwise why it is refused when its id is not known
     * @param message what its caller is told then
     * @param names how many accounts it names: with none it may repeat anybody's transaction, with two nobody's
     */
    record LookUpOnly(Refusal otherwise, String message, Names names) {
        /** How many accounts a callback names, by its playerId and its token. */
        enum Names {
            NONE,
            ONE,
            TWO
        }
    }

    Round.Key round() {
        return new Round.Key(accountId, gameRoundId);
    }

    /** The debit that opens or closes the round: its own id, or the one that it refers to. */
    String debitId() {
        return referenceTransactionId == null ? transactionId : referenceTransactionId;
    }

    /** What must be read before it can be judged. */
    ReadRequest readRequest() {
        var transactions =
                referenceTransactionId == null ? Set.of(transactionId) : Set.copyOf(List.of(transactionId, debitId()));
        return new ReadRequest(Set.of(accountId), transactions, lookUpOnly == null ? Set.of(round()) : Set.of());
    }

    /** The same, added to what others of its unit want. */
    void addTo(Set<String> accounts, Set<String> transactions, Set<Round.Key> rounds) {
        accounts.add(accountId);
        transactions.add(transactionId);
        transactions.add(debitId());
        if (lookUpOnly == null) {
            rounds.add(round());
        }
    }

    static byte[] fingerprint(byte[] body) {
        try {
            return ((MessageDigest) SHA_256.clone()).digest(body);
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("every Java's SHA-256 can be cloned", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
