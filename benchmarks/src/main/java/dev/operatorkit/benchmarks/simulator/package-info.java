/** What the simulator costs and how much it drives. */
@NullMarked
package dev.operatorkit.benchmarks.simulator;

import org.jspecify.annotations.NullMarked;
