/**
 * Helps to test an operator's wallet: {@link dev.operatorkit.wallet.testkit.WalletStoreContract} tests a store, {@link
 * dev.operatorkit.wallet.testkit.SignedCallback} creates callbacks as the provider sends them, {@link
 * dev.operatorkit.wallet.testkit.InMemoryWalletStore} replaces a database, and {@link
 * dev.operatorkit.wallet.testkit.FaultyStore} fails as planned.
 *
 * <p>Ids such as WAL-5 and D-29 refer to {@code docs/rules.md} and {@code docs/decisions.md}.
 */
@NullMarked
package dev.operatorkit.wallet.testkit;

import org.jspecify.annotations.NullMarked;
