/** Runs the suite from the command line: {@code conformance} and {@code conformance verify}. */
@NullMarked
package dev.operatorkit.conformance.command;

import org.jspecify.annotations.NullMarked;
