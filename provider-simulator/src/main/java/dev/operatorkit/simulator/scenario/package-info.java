/** Plays the scenarios of client conformance: the service that an operator's client calls, and what it records. */
@NullMarked
package dev.operatorkit.simulator.scenario;

import org.jspecify.annotations.NullMarked;
