/** Contains the database access: the only package that depends on jOOQ, Flyway and JDBC. */
@NullMarked
package dev.operatorkit.reference.store;

import org.jspecify.annotations.NullMarked;
