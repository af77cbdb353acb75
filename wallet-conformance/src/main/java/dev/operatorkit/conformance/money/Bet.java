package dev.operatorkit.conformance.money;

import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;

/** Pairs a debit with the 200 response of the wallet. */
public record Bet(MovementBody debit, WalletResponse answer) {
    /** Returns the debit's transactionId. */
    public String id() {
        return debit.id();
    }

    /** Returns the debit's gameRoundId. */
    public String round() {
        return debit.round();
    }

    /** Returns the debit's stake. */
    public BigDecimal stake() {
        return debit.amount();
    }
}
