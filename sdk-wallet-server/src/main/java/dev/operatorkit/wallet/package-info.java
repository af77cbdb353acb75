/**
 * Receives the provider's wallet callbacks: verifies them, applies the rules of rounds, and moves money exactly once.
 * Start with {@link dev.operatorkit.wallet.WalletCallbacks}, which your HTTP server calls, and give it a {@link
 * dev.operatorkit.wallet.TransactionalWallet} over your own {@link dev.operatorkit.wallet.WalletStore}. A
 * <em>movement</em> is a debit, credit or rollback; a <em>settlement</em> is a credit or rollback, which closes a
 * round; a <em>replay</em> is a callback whose id was applied earlier.
 *
 * <p>Ids such as SIG-13 and D-21 refer to {@code docs/rules.md} and {@code docs/decisions.md}.
 */
@NullMarked
package dev.operatorkit.wallet;

import org.jspecify.annotations.NullMarked;
