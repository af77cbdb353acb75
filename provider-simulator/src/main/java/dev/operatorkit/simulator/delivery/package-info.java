/** Delivers settlements: stores them before sending and retries until success or manual review (DEL). */
@NullMarked
package dev.operatorkit.simulator.delivery;

import org.jspecify.annotations.NullMarked;
