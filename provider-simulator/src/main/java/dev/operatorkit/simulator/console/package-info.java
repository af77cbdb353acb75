/** The pages that an integrator looks at: what happened on the wire, and why. */
@NullMarked
package dev.operatorkit.simulator.console;

import org.jspecify.annotations.NullMarked;
