/**
 * Helps test an operator's wallet: {@link dev.operatorkit.wallet.testkit.WalletStoreContract} tests a store, {@link
 * dev.operatorkit.wallet.testkit.WalletContract} tests your own {@code Wallet}, {@link
 * dev.operatorkit.wallet.testkit.SignedCallback} creates callbacks as the provider sends them, {@link
 * dev.operatorkit.wallet.testkit.InMemoryWalletStore} replaces a database, and {@link
 * dev.operatorkit.wallet.testkit.FaultyStore} injects faults.
 *
 * <p>Ids such as WAL-5 and D-29 are explained in {@code docs/rules.md} and {@code docs/decisions.md} of the OperatorKit
 * repository.
 */
@NullMarked
package dev.operatorkit.wallet.testkit;

import org.jspecify.annotations.NullMarked;
