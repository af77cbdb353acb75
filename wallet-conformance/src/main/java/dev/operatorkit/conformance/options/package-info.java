/** Holds options that the commands for wallets and for clients share. */
@NullMarked
package dev.operatorkit.conformance.options;

import org.jspecify.annotations.NullMarked;
