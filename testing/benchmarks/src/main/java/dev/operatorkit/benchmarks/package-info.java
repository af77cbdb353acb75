/** Contains the code that the measurements share. */
@NullMarked
package dev.operatorkit.benchmarks;

import org.jspecify.annotations.NullMarked;
