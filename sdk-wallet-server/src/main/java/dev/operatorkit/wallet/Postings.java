package dev.operatorkit.wallet;

import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.PostingOutcome.Applied;
import dev.operatorkit.wallet.PostingOutcome.Reason;
import dev.operatorkit.wallet.PostingOutcome.Refused;
import dev.operatorkit.wallet.PostingOutcome.Replayed;
import java.time.Clock;
import java.time.temporal.ChronoUnit;

/**
 * Changes balances in addition to the movements of {@link TransactionalWallet}: under the same lock, and as entries of the same
 * chain, in which each entry starts at the balance of the one before and raises the account's version by 1.
 *
 * <p>Call it inside your database transaction, and keep that transaction short: the account stays locked until it
 * ends. Before other rows that transactions lock, lock the account, and several accounts in the order in which your
 * {@link WalletStore} locks them. A refusal throws nothing and leaves the transaction usable. If the transaction fails or
 * its outcome is unknown, repeat it with the same reference. Thread-safe if its store is.
 */
public final class Postings {
    private final PostingStore store;
    private final Clock clock;

    /** Creates postings in a store. */
    public Postings(PostingStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Locks the account and applies the posting, unless its reference was already used. */
    public PostingOutcome post(Posting posting) {
        var locked = store.lockAccount(posting.accountId());
        if (locked.isEmpty()) {
            return new Refused(
                    Reason.UNKNOWN_ACCOUNT, "There is no account " + posting.accountId() + ". Check the id.");
        }
        var account = locked.get();
        var posted = store.findEntry(posting.reference());
        if (posted.isPresent()) {
            return replay(posting, posted.get());
        }
        var balance = account.balance();
        if (!posting.change().currency().equals(balance.currency())) {
            return new Refused(
                    Reason.WRONG_CURRENCY,
                    "The account " + account.id() + " is in " + balance.currency() + ", not in "
                            + posting.change().currency() + ".");
        }
        Money after;
        try {
            after = balance.plus(posting.change());
        } catch (ArithmeticException e) {
            return new Refused(Reason.BALANCE_TOO_LARGE, "The balance would exceed its maximum. Use a smaller amount.");
        }
        if (after.isNegative() && posting.change().isNegative()) {
            return new Refused(
                    Reason.INSUFFICIENT_FUNDS,
                    "The balance of " + balance + " cannot go below zero. Use a smaller amount.");
        }
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var entry = new AccountEntry(posting, balance, after, account.version() + 1, now);
        store.write(entry);
        return new Applied(entry);
    }

    /** Refuses another posting under the reference: unlike the provider's, it is an error in your code, which you must see. */
    private static PostingOutcome replay(Posting posting, AccountEntry posted) {
        return posted.posting().equals(posting)
                ? new Replayed(posted)
                : new Refused(
                        Reason.REFERENCE_TAKEN,
                        "The reference " + posting.reference() + " was already used for "
                                + posted.posting().change() + " on account "
                                + posted.posting().accountId() + ". Use another one.");
    }
}
