/** The games, their artwork, and what each operator may offer of them (CAT). */
@NullMarked
package dev.operatorkit.simulator.catalogue;

import org.jspecify.annotations.NullMarked;
