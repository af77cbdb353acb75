package dev.operatorkit.simulator.database;

import org.jooq.DSLContext;

/**
 * Holds an open transaction. Callers pass it from one store to the next, so that related changes commit together. Only the
 * stores use its statements.
 *
 * @param sql the statements of the transaction
 */
public record Transaction(DSLContext sql) {}
