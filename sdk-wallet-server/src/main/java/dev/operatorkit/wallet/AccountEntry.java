package dev.operatorkit.wallet;

import dev.operatorkit.money.Money;
import java.time.Instant;
import java.util.Objects;

/**
 * Holds an applied {@link Posting}: an entry of the operator in the chain of an account's transactions.
 *
 * @param posting the posting
 * @param balanceBefore the balance before it, which is the balance after the previous entry of the chain
 * @param balanceAfter the balance after it
 * @param accountVersion the {@linkplain Account#version account's version} after it, its place in the chain
 * @param createdAt the time at which it was applied, in whole milliseconds
 */
public record AccountEntry(
        Posting posting, Money balanceBefore, Money balanceAfter, long accountVersion, Instant createdAt) {
    /** Checks that the balances differ by the change, or throws {@link IllegalArgumentException}. */
    public AccountEntry {
        Objects.requireNonNull(posting, "posting");
        Objects.requireNonNull(balanceBefore, "balanceBefore");
        Objects.requireNonNull(balanceAfter, "balanceAfter");
        Objects.requireNonNull(createdAt, "createdAt");
        if (!balanceBefore.plus(posting.change()).equals(balanceAfter)) {
            throw new IllegalArgumentException("The entry " + posting.reference() + " changes " + balanceBefore + " by "
                    + posting.change() + " to " + balanceAfter + ". Check the order of the balances.");
        }
    }

    /** Returns the account after this entry. */
    public Account account() {
        return new Account(posting.accountId(), balanceAfter, accountVersion, createdAt);
    }
}
