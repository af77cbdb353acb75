/** Implements {@code play}: many concurrent rounds against a wallet and the audit of its ledger. */
@NullMarked
package dev.operatorkit.simulator.play;

import org.jspecify.annotations.NullMarked;
