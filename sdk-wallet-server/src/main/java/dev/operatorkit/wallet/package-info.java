/**
 * Receives the provider's wallet callbacks: verifies them, applies the rules for game rounds, and moves money exactly
 * once. Your HTTP server calls {@link dev.operatorkit.wallet.WalletCallbacks}, which calls a {@link
 * dev.operatorkit.wallet.Wallet}. Use {@link dev.operatorkit.wallet.TransactionalWallet} and keep the money in your
 * database by implementing {@link dev.operatorkit.wallet.WalletStore}, or implement {@code Wallet} over your own
 * ledger.
 *
 * <p>A <em>movement</em> is a debit, credit or rollback. A <em>settlement</em> is a credit or rollback, which closes a
 * round: a credit in the state SETTLED, a rollback in the state REVERTED. A <em>replay</em> is a callback whose
 * transactionId was applied earlier, usually a retry.
 *
 * <p>Ids such as SIG-13 and D-21 are explained in {@code docs/rules.md} and {@code docs/decisions.md} of the
 * OperatorKit repository.
 */
@NullMarked
package dev.operatorkit.wallet;

import org.jspecify.annotations.NullMarked;
