/** Implements the Customer API that operators call (SIG, NET-1, CAC, ERR-1). */
@NullMarked
package dev.operatorkit.simulator.customerapi;

import org.jspecify.annotations.NullMarked;
