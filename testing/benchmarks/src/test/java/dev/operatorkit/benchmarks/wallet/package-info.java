/** Tests that the checks of the benchmarks can fail. */
@NullMarked
package dev.operatorkit.benchmarks.wallet;

import org.jspecify.annotations.NullMarked;
