/** Simulates the game provider's service in one process. It knows neither SDK, so that it can verify both. */
@NullMarked
package dev.operatorkit.simulator.server;

import org.jspecify.annotations.NullMarked;
