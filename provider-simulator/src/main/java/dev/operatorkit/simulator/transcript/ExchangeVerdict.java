package dev.operatorkit.simulator.transcript;

import dev.operatorkit.simulator.wallet.CallbackReply;

/** How an exchange is shown: by what its answer means, never by the status alone (D-31, D-61). */
public enum ExchangeVerdict {
    /** The answer that was due. */
    GOOD,
    /** A bet was refused for want of funds: nothing is wrong (ERR-2). */
    REFUSED,
    /** No answer, or one that says that it did not work. */
    FAILED,
    /** An answer that breaks the contract, a 200 with something else than what is due among them. */
    VIOLATION;

    private static final int INSUFFICIENT_FUNDS = 409;
    private static final int FIRST_ERROR = 400;

    /** Judges an exchange by the verdict that was recorded for it. */
    static ExchangeVerdict of(Entry entry) {
        var callback = entry.direction() == Entry.Direction.TO_WALLET;
        if (callback && entry.verdict().contains(CallbackReply.VIOLATION)) {
            return VIOLATION;
        }
        if (entry.status() == INSUFFICIENT_FUNDS) {
            return REFUSED;
        }
        var good = callback ? entry.status() == 200 : entry.status() >= 200 && entry.status() < FIRST_ERROR;
        return good ? GOOD : FAILED;
    }
}
