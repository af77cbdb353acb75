/** Measures the cost of signing and verifying. */
@NullMarked
package dev.operatorkit.benchmarks.signing;

import org.jspecify.annotations.NullMarked;
