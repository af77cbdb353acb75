/** The database: the only package that knows jOOQ, Flyway and JDBC. */
@NullMarked
package dev.operatorkit.reference.store;

import org.jspecify.annotations.NullMarked;
