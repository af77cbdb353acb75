/** Sends bytes to the wallet exactly as a case wrote them, and reads the response. */
@NullMarked
package dev.operatorkit.conformance.wire;

import org.jspecify.annotations.NullMarked;
