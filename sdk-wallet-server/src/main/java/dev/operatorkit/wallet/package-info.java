/**
 * Receives the provider's wallet callbacks: verifies them, applies the rules for game rounds, and moves money exactly
 * once. Your HTTP server calls {@link dev.operatorkit.wallet.WalletCallbacks}, which calls a {@link
 * dev.operatorkit.wallet.Wallet}. To keep the money in your database, use {@link
 * dev.operatorkit.wallet.TransactionalWallet}, and implement {@link dev.operatorkit.wallet.WalletStore} over your
 * accounts and {@link dev.operatorkit.wallet.PlayerDirectory} over your sessions and players. To keep it in a ledger
 * that you already have, implement {@code Wallet} with the package {@code dev.operatorkit.wallet.rules}. The folder
 * {@code examples} of the OperatorKit repository has an example of each. Records and enums of this package are immutable; do not change their arrays.
 *
 * <p>A <em>movement</em> is a debit, credit or rollback. A <em>settlement</em> is a movement that closes a round: a
 * credit or a rollback. The specification calls both of them settlements, although only a credit leaves the round in
 * the state SETTLED; a rollback leaves it in the state REVERTED. A <em>replay</em> is a callback whose transactionId
 * was applied earlier, usually a retry. An outcome is <em>unknown</em> when it cannot be told
 * whether a movement was written.
 *
 * <p>The types of the packages {@code dev.operatorkit.wire}, {@code money}, {@code signing} and {@code net} are in the
 * artifact {@code sdk-core}, which has its own Javadoc; links to it work where the Javadoc of both is unpacked as {@code
 * artifact/version/}. The contract tests {@code WalletStoreContract} and {@code WalletContract}, and the callbacks for
 * your tests, are in {@code sdk-wallet-testkit}.
 *
 * <p>Ids such as SIG-13 and D-21 are explained in {@code docs/rules.md} and {@code docs/decisions.md} of the
 * OperatorKit repository.
 */
@NullMarked
package dev.operatorkit.wallet;

import org.jspecify.annotations.NullMarked;
