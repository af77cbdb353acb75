/** The routes of the simulator's web server: who may come through each, decided where it is registered. */
@NullMarked
package dev.operatorkit.simulator.http;

import org.jspecify.annotations.NullMarked;
