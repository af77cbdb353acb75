/** The operators the simulator serves, and who may call in their name. */
@NullMarked
package dev.operatorkit.simulator.operator;

import org.jspecify.annotations.NullMarked;
