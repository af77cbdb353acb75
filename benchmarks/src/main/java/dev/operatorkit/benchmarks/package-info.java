/** What measurements share. */
@NullMarked
package dev.operatorkit.benchmarks;

import org.jspecify.annotations.NullMarked;
