/** Defines faults that can be switched on, and counts how often each is applied. */
@NullMarked
package dev.operatorkit.simulator.fault;

import org.jspecify.annotations.NullMarked;
