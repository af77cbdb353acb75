/** What signing and verifying cost. */
@NullMarked
package dev.operatorkit.benchmarks.signing;

import org.jspecify.annotations.NullMarked;
