/** Faults on demand: what goes wrong in the field, switched on and counted. */
@NullMarked
package dev.operatorkit.simulator.fault;

import org.jspecify.annotations.NullMarked;
