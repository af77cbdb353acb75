package dev.operatorkit.wallet;

/** Why a movement was refused with nothing written. The message is what the service reads. */
public enum Refusal {
    /** The stake is more than the balance (ERR-2). */
    INSUFFICIENT_FUNDS("the balance is less than the stake"),
    /** The id is taken by another account or another kind of transaction (D-21). */
    TRANSACTION_ID_TAKEN("the transactionId is taken"),
    /** The debit was rolled back before it came (D-25). */
    ALREADY_ROLLED_BACK("the debit was rolled back before it came"),
    /** The round has its one debit (D-22, RND-1). */
    ROUND_ALREADY_OPENED("the round has a debit already"),
    /** The round is closed (D-23, RND-4). */
    ROUND_CLOSED("the round is closed already"),
    /** The debit is not known (D-24). */
    UNKNOWN_DEBIT("the referenceTransactionId is not known"),
    /** The settlement names a transaction that took no stake. */
    REFERENCE_NOT_A_DEBIT("the referenceTransactionId is not a debit"),
    /** The debit is of another round (D-26). */
    WRONG_ROUND("the gameRoundId is not the debit's"),
    /** The debit is another player's (D-26). */
    WRONG_PLAYER("the playerId is not the debit's"),
    /** No such account, or nothing that names one (D-16). */
    UNKNOWN_PLAYER("the player is not known"),
    /** The token names nobody, another player, or nobody any more (D-16, D-17). */
    INVALID_TOKEN("the token is not valid for this player"),
    /** An amount below zero (D-20). */
    NEGATIVE_AMOUNT("an amount must not be negative"),
    /** More decimals than the currency has, or more than 64 bits of minor units (D-19, D-20). */
    AMOUNT_OUT_OF_RANGE("the amount does not fit the decimals or the range of the account's currency"),
    /** Not the account's currency (D-54). */
    WRONG_CURRENCY("the currency is not the account's"),
    /** A free round's stake is zero (WAL-5, D-28). */
    NON_ZERO_FREE_ROUND_STAKE("the stake of a free round must be 0"),
    /** The balance would not fit in 64 bits (D-20). */
    BALANCE_TOO_LARGE("the balance would be too large"),
    /** A field is missing, of another type or out of bounds (D-20, D-36). */
    INVALID("the callback is not complete"),
    /** Too much is waiting, or it has waited too long, or the wallet is being closed. */
    BUSY("too busy, try again"),
    /** The store could not be read, or failed before the commit was asked for (D-29). */
    STORE_FAILED("could not be stored, try again");

    private final String message;

    Refusal(String message) {
        this.message = message;
    }

    /** What the answer says. */
    public String message() {
        return message;
    }
}
