/** Repeats tasks in one place, so that no failure ends one in silence. Knows nothing of what it repeats. */
@NullMarked
package dev.operatorkit.schedule;

import org.jspecify.annotations.NullMarked;
