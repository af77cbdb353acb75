/** Runs the wallet on Citus: the tables of accounts are distributed over workers by bucket, and a worker that fails takes out its accounts only. */
@NullMarked
package dev.operatorkit.reference.citus;

import org.jspecify.annotations.NullMarked;
