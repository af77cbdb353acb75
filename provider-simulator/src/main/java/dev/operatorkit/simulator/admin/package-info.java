/** Serves the admin API and its protection, for console, commands and tests. */
@NullMarked
package dev.operatorkit.simulator.admin;

import org.jspecify.annotations.NullMarked;
