/** Measures the cost and the throughput of the simulator. */
@NullMarked
package dev.operatorkit.benchmarks.simulator;

import org.jspecify.annotations.NullMarked;
