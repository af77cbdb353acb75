/** Commands for a simulator that is running: they talk to its admin API. */
@NullMarked
package dev.operatorkit.simulator.command;

import org.jspecify.annotations.NullMarked;
