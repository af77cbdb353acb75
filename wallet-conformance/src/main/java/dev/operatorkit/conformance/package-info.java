/** The conformance suite: proves a wallet right, or shows where it is wrong. It shares no code with the wallets it judges. */
@NullMarked
package dev.operatorkit.conformance;

import org.jspecify.annotations.NullMarked;
