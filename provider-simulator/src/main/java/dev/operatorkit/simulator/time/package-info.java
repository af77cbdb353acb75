/** Reads and writes durations as people write them. */
@NullMarked
package dev.operatorkit.simulator.time;

import org.jspecify.annotations.NullMarked;
