/** Tests the simulation. */
@NullMarked
package dev.operatorkit.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
