/** Calls the operators' wallets with signed requests, with full control over their bytes. */
@NullMarked
package dev.operatorkit.simulator.wallet;

import org.jspecify.annotations.NullMarked;
