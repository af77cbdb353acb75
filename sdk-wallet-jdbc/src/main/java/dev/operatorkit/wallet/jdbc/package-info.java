/**
 * Stores the movements of a wallet in the operator's database: {@link dev.operatorkit.wallet.jdbc.JdbcWalletStore} moves the balances of the
 * operator's own table, {@link dev.operatorkit.wallet.jdbc.WalletSchema} creates the tables of the ledger next to it. Records and enums of this package are immutable.
 */
@NullMarked
package dev.operatorkit.wallet.jdbc;

import org.jspecify.annotations.NullMarked;
