/** Judges an operator's client of the Customer API: scenarios, the calls that were recorded, and judges over them. */
@NullMarked
package dev.operatorkit.conformance.client;

import org.jspecify.annotations.NullMarked;
