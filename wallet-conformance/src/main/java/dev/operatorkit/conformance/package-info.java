/** Checks whether a wallet is correct, and shows where it is not. It shares no code with the wallets that it tests. */
@NullMarked
package dev.operatorkit.conformance;

import org.jspecify.annotations.NullMarked;
