/**
 * Provides what tests see of the simulator: rounds and their outcomes, faults, and the clock. The other packages are
 * internal. Records and enums of this package are immutable.
 */
@NullMarked
package dev.operatorkit.simulator;

import org.jspecify.annotations.NullMarked;
