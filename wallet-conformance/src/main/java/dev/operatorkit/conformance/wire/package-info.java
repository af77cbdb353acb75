/** Bytes to the wallet and back, exactly as a case wrote them. */
@NullMarked
package dev.operatorkit.conformance.wire;

import org.jspecify.annotations.NullMarked;
