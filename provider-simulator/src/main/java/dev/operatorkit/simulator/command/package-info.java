/** Holds the command line: {@code serve}, and the commands that call the admin API of a running simulator. */
@NullMarked
package dev.operatorkit.simulator.command;

import org.jspecify.annotations.NullMarked;
