/** Defines the routes of the simulator's web server, each with its guard. */
@NullMarked
package dev.operatorkit.simulator.http;

import org.jspecify.annotations.NullMarked;
