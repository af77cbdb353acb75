/** What happened on the wire, in both directions, to the byte. */
@NullMarked
package dev.operatorkit.simulator.transcript;

import org.jspecify.annotations.NullMarked;
