/** What a wallet callback costs. */
@NullMarked
package dev.operatorkit.benchmarks.wallet;

import org.jspecify.annotations.NullMarked;
