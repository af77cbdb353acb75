/** Runs conformance, client conformance and load in the background, and keeps their results in folders. */
@NullMarked
package dev.operatorkit.simulator.runs;

import org.jspecify.annotations.NullMarked;
