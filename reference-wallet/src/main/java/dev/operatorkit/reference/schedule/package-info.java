/** How anything is done again and again: in one place, so that no failure can end it. Knows nothing else of the wallet. */
@NullMarked
package dev.operatorkit.reference.schedule;

import org.jspecify.annotations.NullMarked;
