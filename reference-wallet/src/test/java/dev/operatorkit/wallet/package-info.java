/** Gives the simulation access to the threads of the wallet. */
@NullMarked
package dev.operatorkit.wallet;

import org.jspecify.annotations.NullMarked;
