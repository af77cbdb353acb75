/** Measures the cost of a wallet callback. */
@NullMarked
package dev.operatorkit.benchmarks.wallet;

import org.jspecify.annotations.NullMarked;
