/** Runs the suite from the command line: {@code conformance} and {@code conformance diff}. */
@NullMarked
package dev.operatorkit.conformance.command;

import org.jspecify.annotations.NullMarked;
