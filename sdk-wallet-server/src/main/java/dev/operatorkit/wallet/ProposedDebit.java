package dev.operatorkit.wallet;

import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Debit;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds a debit that the round rules would apply, for the decision of a {@link DebitPolicy}.
 *
 * @param debit the debit as received, with its round, game and session token
 * @param stake the stake in the account's currency; zero in a free round
 * @param account the locked account before this debit, with what the unit of work has applied to it so far
 * @param time the time of the debit, which becomes its {@link StoredTransaction#createdAt}
 * @param earlier the transactions of this account that the unit of work has applied before this debit and not written
 *     yet, in their order: no query finds them
 * @param data what the store has read for the policy about this account, or null
 */
public record ProposedDebit(
        Debit debit,
        Money stake,
        Account account,
        Instant time,
        List<StoredTransaction> earlier,
        @Nullable Object data) {
    /** Makes the list of earlier transactions unmodifiable. */
    public ProposedDebit {
        Objects.requireNonNull(debit, "debit");
        Objects.requireNonNull(stake, "stake");
        Objects.requireNonNull(account, "account");
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(earlier, "earlier");
        earlier = List.copyOf(earlier);
    }

    /**
     * Returns what the store has read for the policy about this account; empty if it has read nothing. The type is checked
     * here and not by a type parameter, which every store, wallet and policy would have to declare.
     *
     * @throws ClassCastException if it is not of this type
     */
    public <T> Optional<T> data(Class<T> type) {
        return Optional.ofNullable(data).map(type::cast);
    }
}
