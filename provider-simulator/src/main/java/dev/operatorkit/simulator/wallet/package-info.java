/** The simulator's calls to an operator's wallet: signed, checked, and under control to the byte. */
@NullMarked
package dev.operatorkit.simulator.wallet;

import org.jspecify.annotations.NullMarked;
