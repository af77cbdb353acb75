/** Implements launch URLs and the game sessions that they open (LAU). */
@NullMarked
package dev.operatorkit.simulator.launch;

import org.jspecify.annotations.NullMarked;
