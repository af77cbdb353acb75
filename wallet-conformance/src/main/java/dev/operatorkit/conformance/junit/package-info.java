/** Runs the suite as tests of an operator's own build. */
@NullMarked
package dev.operatorkit.conformance.junit;

import org.jspecify.annotations.NullMarked;
