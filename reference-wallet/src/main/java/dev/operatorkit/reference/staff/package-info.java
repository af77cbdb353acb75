/** Stores what the operator's people do: accounts, adjustments, roles and the trail. */
@NullMarked
package dev.operatorkit.reference.staff;

import org.jspecify.annotations.NullMarked;
