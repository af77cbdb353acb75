package dev.operatorkit.wallet;

import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.Objects;

/**
 * Holds a player's account at the operator: its balance, and the number of its ledger entries. {@link WalletStore} says
 * how deposits and withdrawals change it.
 *
 * @param id the account id, which callbacks send as {@code playerId} in bodies and as {@code accountId} in the path of
 *     the lookup; 1 to {@value dev.operatorkit.wire.Limits#MAX_ID_LENGTH} Unicode code points without control
 *     characters (D-36)
 * @param balance the current balance, never negative
 * @param version the number of ledger entries of this account so far: its {@link StoredTransaction}s, including those
 *     of amount zero, and those of your entries that are {@linkplain WalletStore numbered with them}; it gives the
 *     entries an order that does not depend on a clock
 * @param updatedAt the time of the last of these entries
 */
public record Account(String id, Money balance, long version, Instant updatedAt) {
    public Account {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(balance, "balance");
        Objects.requireNonNull(updatedAt, "updatedAt");
    }
}
