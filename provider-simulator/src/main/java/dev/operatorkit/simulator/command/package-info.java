/** The command line: {@code serve}, and the commands that talk to a running simulator through its admin API. */
@NullMarked
package dev.operatorkit.simulator.command;

import org.jspecify.annotations.NullMarked;
