/** Provides the H2 database that keeps the simulator's data. */
@NullMarked
package dev.operatorkit.simulator.database;

import org.jspecify.annotations.NullMarked;
