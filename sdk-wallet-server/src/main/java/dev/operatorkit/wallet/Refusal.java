package dev.operatorkit.wallet;

/**
 * Lists the reasons for which an attempt to apply a movement fails. The reason decides the outcome (D-29):
 *
 * <ul>
 * <li>{@link #INSUFFICIENT_FUNDS} leads to {@link Outcome.InsufficientFunds};
 * <li>{@link #BUSY} and {@link #STORE_FAILED} lead to {@link Outcome.RetryLater} for a credit or rollback. For a debit
 * they lead to {@link Outcome.Unknown}, because another attempt with its id may have been committed or may still
 * be, unless its id was looked up under its lock and is unknown: then to {@link Outcome.Refused};
 * <li>every other reason leads to {@link Outcome.Refused}.
 * </ul>
 */
public enum Refusal {
    /** The stake exceeds the balance (ERR-2). */
    INSUFFICIENT_FUNDS("the balance is less than the stake"),
    /** The id was already used for another account or another kind of transaction (D-21). */
    TRANSACTION_ID_TAKEN("the transactionId is already used for another account or another kind of transaction"),
    /** A rollback of this debit was received before the debit itself (D-25). */
    ALREADY_ROLLED_BACK("a rollback of this debit was received before the debit"),
    /** The round already has a debit; only one is allowed (D-22, RND-1). */
    ROUND_ALREADY_OPENED("the round already has a debit"),
    /** The round is already closed by a credit or rollback (D-23, RND-4). */
    ROUND_CLOSED("the round is already closed"),
    /** A credit refers to a debit that does not exist (D-24). */
    UNKNOWN_DEBIT("no debit has this referenceTransactionId"),
    /** The transaction that a credit or rollback refers to is not a debit. */
    REFERENCE_NOT_A_DEBIT("the referenceTransactionId is the id of a transaction that is not a debit"),
    /** The referenced debit belongs to another round (D-26). */
    WRONG_ROUND("the gameRoundId differs from the debit's"),
    /** The referenced debit belongs to another player (D-26). */
    WRONG_PLAYER("the playerId differs from the debit's"),
    /** The account does not exist, or the callback names no account (D-16). */
    UNKNOWN_PLAYER("the player is unknown"),
    /**
     * The token of a debit is unknown, belongs to another player, or has expired and the debit has no playerId (D-16,
     * D-17).
     */
    INVALID_TOKEN("the token is not valid for this player"),
    /** The amount is negative (D-20). */
    NEGATIVE_AMOUNT("the amount must not be negative"),
    /** The amount has more decimal places than the account's currency (D-19). */
    TOO_MANY_DECIMALS("the amount has more decimals than the account's currency allows"),
    /** The amount does not fit in 64 bits of minor units (D-20). */
    AMOUNT_TOO_LARGE("the amount is too large"),
    /** The currency differs from the account's (D-54). */
    WRONG_CURRENCY("the currency differs from the account's"),
    /** The stake of a free round is not zero (WAL-5, D-28). */
    NON_ZERO_FREE_ROUND_STAKE("the stake of a free round must be 0"),
    /** The resulting balance does not fit in 64 bits of minor units (D-20). */
    BALANCE_TOO_LARGE("the balance would be too large"),
    /** A field is missing, has the wrong type or exceeds its limits (D-20, D-36). */
    INVALID("a field is missing or invalid"),
    /** The operator's {@link DebitPolicy} refuses the debit; the response has the operator's message. */
    REFUSED_BY_POLICY("the operator refuses the debit"),
    /** The operator's {@link DebitPolicy} threw an exception (D-29). */
    POLICY_FAILED("the operator could not decide on the debit"),
    /** The queue is full, the movement waited too long in it, or the wallet is being closed. */
    BUSY("the wallet is too busy, retry later"),
    /** The store or the player directory could not be read, or the store failed before the commit was sent (D-29). */
    STORE_FAILED("the wallet could not store the transaction, retry later");

    private final String message;

    Refusal(String message) {
        this.message = message;
    }

    /** Returns the message that the provider receives in the response body. */
    public String message() {
        return message;
    }
}
