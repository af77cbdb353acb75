/** Knows players, movements and balances, and explains a wrong balance by the movements that led to it. */
@NullMarked
package dev.operatorkit.conformance.money;

import org.jspecify.annotations.NullMarked;
