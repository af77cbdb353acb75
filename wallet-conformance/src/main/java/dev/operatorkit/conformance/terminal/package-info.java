/** Shows a run on a terminal, for the commands of the suite and of the simulator. */
@NullMarked
package dev.operatorkit.conformance.terminal;

import org.jspecify.annotations.NullMarked;
