/**
 * Decides on movements, for an operator's own ledger: reads a callback as a {@link dev.operatorkit.wallet.rules.Movement},
 * and what the ledger has stored as a {@link dev.operatorkit.wallet.rules.StoredState}; {@link
 * dev.operatorkit.wallet.rules.RoundRules} then says what to write and what to answer. {@code LedgerWallet} in the folder
 * {@code examples} of the OperatorKit repository uses it. Records and enums of this package are immutable.
 */
@NullMarked
package dev.operatorkit.wallet.rules;

import org.jspecify.annotations.NullMarked;
