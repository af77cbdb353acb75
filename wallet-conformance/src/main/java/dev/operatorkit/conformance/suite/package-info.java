/** Defines cases and plans, and gives the script of a case what it works with: calls, checks and the movements of the run. */
@NullMarked
package dev.operatorkit.conformance.suite;

import org.jspecify.annotations.NullMarked;
