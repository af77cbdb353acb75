/** Holds the commands that sign one request and explain one signature. */
@NullMarked
package dev.operatorkit.simulator.signing;

import org.jspecify.annotations.NullMarked;
