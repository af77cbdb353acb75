/** Measures how long the conformance suite takes. */
@NullMarked
package dev.operatorkit.benchmarks.conformance;

import org.jspecify.annotations.NullMarked;
