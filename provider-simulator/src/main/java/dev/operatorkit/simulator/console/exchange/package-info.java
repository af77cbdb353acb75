/** Reads the messages of an exchange, explains their signature, and writes them for other tools. */
@NullMarked
package dev.operatorkit.simulator.console.exchange;

import org.jspecify.annotations.NullMarked;
