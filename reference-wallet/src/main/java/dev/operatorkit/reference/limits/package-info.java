/** Limits what a player stakes and loses on a day, and keeps excluded players from betting. */
@NullMarked
package dev.operatorkit.reference.limits;

import org.jspecify.annotations.NullMarked;
