package dev.operatorkit.conformance;

import dev.operatorkit.conformance.wire.WalletResponse;
import java.math.BigDecimal;

/** A debit that the wallet answered with 200. */
public record Bet(MovementBody debit, WalletResponse answer) {
    /** The debit's transactionId. */
    public String id() {
        return debit.id();
    }

    /** The debit's gameRoundId. */
    public String round() {
        return debit.round();
    }

    /** The debit's stake. */
    public BigDecimal stake() {
        return debit.amount();
    }

    /** Whose bet it is. */
    public Player player() {
        return debit.player();
    }
}
