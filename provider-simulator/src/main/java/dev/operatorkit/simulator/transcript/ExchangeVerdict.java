package dev.operatorkit.simulator.transcript;

import dev.operatorkit.simulator.wallet.CallbackReply;

/** Classifies an exchange by the meaning of its response, never only by its status (D-31, D-61). */
public enum ExchangeVerdict {
    /** Marks the expected response. */
    GOOD,
    /** Marks a bet refused because of insufficient funds, which is not an error (ERR-2). */
    REFUSED,
    /** Marks a missing response or an error response. */
    FAILED,
    /** Marks a response that breaks the contract, such as a 200 with an invalid body. */
    VIOLATION;

    /** Marks the verdict of a response that a fault has altered. */
    public static final String MADE_BY_A_FAULT = "made by the fault";

    private static final int INSUFFICIENT_FUNDS = 409;
    private static final int FIRST_ERROR = 400;

    /** Classifies an exchange by its recorded verdict. */
    static ExchangeVerdict of(Entry entry) {
        var callback = entry.direction() == Entry.Direction.TO_WALLET;
        if (callback && entry.verdict().contains(CallbackReply.VIOLATION)) {
            return VIOLATION;
        }
        if (entry.status() == INSUFFICIENT_FUNDS) {
            return REFUSED;
        }
        var good = callback ? entry.status() == 200 : isGoodCall(entry);
        return good ? GOOD : FAILED;
    }

    private static boolean isGoodCall(Entry entry) {
        return entry.status() >= 200
                && entry.status() < FIRST_ERROR
                && !entry.verdict().contains(MADE_BY_A_FAULT);
    }
}
