/** Holds what a run found: results, causes and the certificate. */
@NullMarked
package dev.operatorkit.conformance.result;

import org.jspecify.annotations.NullMarked;
