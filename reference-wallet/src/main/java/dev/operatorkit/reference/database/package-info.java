/** Opens, migrates, probes, archives and audits the database. */
@NullMarked
package dev.operatorkit.reference.database;

import org.jspecify.annotations.NullMarked;
