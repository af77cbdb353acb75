/** Runs conformance in the background, and keeps the newest results. */
@NullMarked
package dev.operatorkit.simulator.runs;

import org.jspecify.annotations.NullMarked;
