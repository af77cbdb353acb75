/** Launch URLs and the game sessions they open (LAU). */
@NullMarked
package dev.operatorkit.simulator.launch;

import org.jspecify.annotations.NullMarked;
