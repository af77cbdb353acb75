/** Proves that a wallet is correct, or shows where it is wrong. It shares no code with the wallets that it tests. */
@NullMarked
package dev.operatorkit.conformance;

import org.jspecify.annotations.NullMarked;
