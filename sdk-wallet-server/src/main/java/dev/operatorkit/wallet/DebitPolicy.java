package dev.operatorkit.wallet;

import java.util.Optional;

/**
 * Refuses debits for reasons of the operator: self-exclusion, limits on stakes and losses, blocked or unverified
 * accounts, games that are not allowed. {@link TransactionalWallet} asks it within the unit of work, under the account's
 * lock, and last: only about a debit that would otherwise be applied. So a replay gets its stored response even if the
 * policy would refuse it now (IDM-2), a debit that breaks a rule gets 422 and a stake above the balance gets 409 (ERR-2) without
 * asking it, and once it accepts a debit, only a failure of the store can keep the debit from being applied. Debits of
 * free rounds are asked about too; credits and rollbacks never are.
 *
 * <p>A refused debit gets status 422 with the operator's message, and nothing is written (ERR-3). If it is sent again, it
 * is decided again (D-27).
 *
 * <p>An implementation
 *
 * <ul>
 * <li>must have no side effects: it may be asked several times about one debit, because a unit of work may be repeated,
 * and a debit that it accepts may still fail. {@link WalletListener} reports the final result;
 * <li>must return quickly and must call neither the wallet nor another system: accounts stay locked meanwhile, and other
 * movements wait. What it needs from the database, its store reads for the whole batch in one query, under the locks and
 * in the same transaction, and returns as {@link WalletStore.Snapshot#policyData};
 * <li>must be thread-safe, since several units may run at the same time;
 * <li>must add what the unit has already applied to the account, {@link ProposedDebit#earlier}, to what the store has
 * read: several debits of one account may be decided in one unit;
 * <li>must use {@link ProposedDebit#time}, not another clock, to determine to which day a debit belongs.
 * </ul>
 *
 * <p>If it throws anything or returns null, the debit is refused as {@link Refusal#POLICY_FAILED} with status 422: its id
 * was looked up under the lock and nothing is written, so no rollback is needed (D-29). Other movements are not affected.
 */
@FunctionalInterface
public interface DebitPolicy {
    /** Defines a policy that accepts every debit. */
    DebitPolicy ACCEPT_ALL = debit -> Optional.empty();

    /** Returns why a debit is refused; empty if it is accepted. */
    Optional<PolicyRefusal> check(ProposedDebit debit);

    /** Returns a policy that asks this policy and, if it accepts the debit, the next one. */
    default DebitPolicy and(DebitPolicy next) {
        return debit -> check(debit).or(() -> next.check(debit));
    }
}
