/** Provides the simulator's clock, and parses durations as people write them. */
@NullMarked
package dev.operatorkit.simulator.time;

import org.jspecify.annotations.NullMarked;
