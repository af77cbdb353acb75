/** Gives the simulation access to the deliveries of the provider. */
@NullMarked
package dev.operatorkit.simulator.delivery;

import org.jspecify.annotations.NullMarked;
