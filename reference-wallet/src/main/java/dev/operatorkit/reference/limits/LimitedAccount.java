package dev.operatorkit.reference.limits;

import dev.operatorkit.wallet.StoredTransaction;
import java.util.Collection;
import java.util.Map;

/**
 * Holds what a unit of work has read about an account with limits.
 *
 * @param limits the limits
 * @param totals the totals of the last day with a bet or a settlement
 * @param known the transactions that the unit has read, by id; among them the debit of every settlement
 */
public record LimitedAccount(PlayerLimits limits, DayTotals totals, Map<String, StoredTransaction> known) {
    /** Returns the totals after these transactions of the account, which the unit applies in this order. */
    public DayTotals totalsAfter(Collection<StoredTransaction> applied) {
        var sums = totals;
        for (var transaction : applied) {
            var debitId = transaction.referenceTransactionId();
            var settled = debitId == null
                    ? null
                    : applied.stream()
                            .filter(other -> other.transactionId().equals(debitId))
                            .findFirst()
                            .orElse(known.get(debitId));
            sums = sums.add(transaction, settled);
        }
        return sums;
    }
}
