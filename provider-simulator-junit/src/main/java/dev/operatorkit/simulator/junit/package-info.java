/** The simulator as JUnit support, for an operator's own build. */
@NullMarked
package dev.operatorkit.simulator.junit;

import org.jspecify.annotations.NullMarked;
