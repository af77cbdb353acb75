/** Runs conformance in the background, and keeps the results in folders. */
@NullMarked
package dev.operatorkit.simulator.runs;

import org.jspecify.annotations.NullMarked;
