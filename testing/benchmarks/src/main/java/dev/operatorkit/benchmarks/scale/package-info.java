/** Simulates the queue, the batches and the commits of wallets, for loads that no machine here can run. */
@NullMarked
package dev.operatorkit.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
