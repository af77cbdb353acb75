/** Keeps finished conformance and load runs in folders. */
@NullMarked
package dev.operatorkit.simulator.runs;

import org.jspecify.annotations.NullMarked;
