/** Applies the faults that are switched on, and counts how often each was applied. */
@NullMarked
package dev.operatorkit.simulator.fault;

import org.jspecify.annotations.NullMarked;
