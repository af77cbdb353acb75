/** Stores movements and sessions: the statements that callbacks run. */
@NullMarked
package dev.operatorkit.reference.store;

import org.jspecify.annotations.NullMarked;
