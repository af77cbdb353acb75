/** Runs the cases of a plan against a wallet, and restores the balances of the players at the end. */
@NullMarked
package dev.operatorkit.conformance.run;

import org.jspecify.annotations.NullMarked;
