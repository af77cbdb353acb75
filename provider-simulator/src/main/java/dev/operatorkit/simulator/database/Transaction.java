package dev.operatorkit.simulator.database;

import org.jooq.DSLContext;

/**
 * Holds an open transaction. Callers pass it from one store to the next, so that related changes commit together. Only the
 * stores use its statements.
 */
public record Transaction(DSLContext sql) {}
