/** Simulates provider, network, wallet and store together, driven by one seed. */
@NullMarked
package dev.operatorkit.reference.simulation;

import org.jspecify.annotations.NullMarked;
