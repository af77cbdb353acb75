/** Plays rounds: a bet, its outcome, and the one settlement that closes it. */
@NullMarked
package dev.operatorkit.simulator.round;

import org.jspecify.annotations.NullMarked;
