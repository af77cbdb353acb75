/** What the client costs. */
@NullMarked
package dev.operatorkit.benchmarks.client;

import org.jspecify.annotations.NullMarked;
