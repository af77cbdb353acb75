/** Implements the game catalogue, its artwork and its availability per operator (CAT). */
@NullMarked
package dev.operatorkit.simulator.catalogue;

import org.jspecify.annotations.NullMarked;
