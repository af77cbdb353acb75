/** Holds the operators of the simulator and their settings. */
@NullMarked
package dev.operatorkit.simulator.operator;

import org.jspecify.annotations.NullMarked;
