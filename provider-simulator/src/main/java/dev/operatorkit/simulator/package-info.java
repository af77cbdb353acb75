/**
 * Provides what tests see of the simulator: rounds and their outcomes, faults, and the clock. The other packages are
 * internal.
 */
@NullMarked
package dev.operatorkit.simulator;

import org.jspecify.annotations.NullMarked;
