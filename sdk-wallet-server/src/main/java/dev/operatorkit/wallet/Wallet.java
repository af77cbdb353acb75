package dev.operatorkit.wallet;

import dev.operatorkit.wire.Credit;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.Rollback;
import dev.operatorkit.wire.TransactionResult;
import java.util.Optional;

/**
 * The five callbacks, verified and parsed. {@link TransactionalWallet} is the one to use with a {@link WalletStore}; an
 * operator with a ledger of its own implements these methods in its place. A movement's id is looked up before anything else
 * about it is judged: its token, its amount, its currency (D-21). An amount is handed over as it was sent, and may be negative.
 *
 * <p>An exception out of a movement is answered 500, since nobody knows whether something was written; out of
 * {@code player} or {@code transaction} it is answered 503.
 */
public interface Wallet {

    /** Who plays with this token, and may they play this game (WAL-2, D-15)? */
    PlayerOutcome authenticatePlayer(String gameId, String token);

    /** Takes a stake; {@code body} is what was signed, for a fingerprint or an archive (WAL-4, WAL-5). */
    Outcome debit(Debit debit, byte[] body);

    /** Pays out; no session is needed (WAL-8, WAL-9, WAL-10). */
    Outcome credit(Credit credit, byte[] body);

    /** Returns a stake; no session is needed (WAL-11). */
    Outcome rollback(Rollback rollback, byte[] body);

    /**
     * Answers a callback that cannot be applied, since a field beside its transactionId is missing or unfit: the stored result when
     * the id was applied as this kind and nothing in the callback names another account (D-21); {@link SuiteResult.Refused}
     * when the id was looked up and is not there; {@link SuiteResult.Indeterminate} of a debit, {@link SuiteResult.RetryLater} of a settlement,
     * when it could not be looked up (D-29).
     */
    Outcome answerInvalid(InvalidCallback callback, byte[] body);

    /** The stored result of one transaction of this account; empty when it is unknown or another account's (WAL-12, D-30). */
    Optional<TransactionResult> findTransaction(String accountId, String transactionId);
}
