package dev.operatorkit.simulator.database;

import org.jooq.DSLContext;

/**
 * A transaction under way. Who plays hands it from one keeper of tables to the next, so that what belongs together is stored
 * together; only they look inside.
 *
 * @param sql its statements
 */
public record Transaction(DSLContext sql) {}
