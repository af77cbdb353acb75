/** The way in for the tools of this machine: console, commands, tests. */
@NullMarked
package dev.operatorkit.simulator.admin;

import org.jspecify.annotations.NullMarked;
