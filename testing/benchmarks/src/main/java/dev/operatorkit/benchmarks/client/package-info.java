/** Measures the cost of the client. */
@NullMarked
package dev.operatorkit.benchmarks.client;

import org.jspecify.annotations.NullMarked;
