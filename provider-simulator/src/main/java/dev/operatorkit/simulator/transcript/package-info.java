/** Records all exchanges in both directions, byte for byte. */
@NullMarked
package dev.operatorkit.simulator.transcript;

import org.jspecify.annotations.NullMarked;
