/** Bytes to the wallet and back, exactly as a case wrote them. */
@NullMarked
package dev.operatorkit.simulator.conformance.wire;

import org.jspecify.annotations.NullMarked;
