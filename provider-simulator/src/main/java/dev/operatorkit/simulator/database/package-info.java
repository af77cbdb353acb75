/** Where the simulator keeps what must survive it: one H2 database. */
@NullMarked
package dev.operatorkit.simulator.database;

import org.jspecify.annotations.NullMarked;
