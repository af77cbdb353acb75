/** Serves the pages of the console, which show integrators all exchanges and explain them. */
@NullMarked
package dev.operatorkit.simulator.console;

import org.jspecify.annotations.NullMarked;
