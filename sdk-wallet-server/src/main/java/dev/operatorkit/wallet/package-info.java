/** Callback verification, round rules, and transactions that move money exactly once. */
@NullMarked
package dev.operatorkit.wallet;

import org.jspecify.annotations.NullMarked;
