/**
 * Reads and writes JSON with the one configuration of all modules (D-38). Internal to OperatorKit's modules and not
 * part of the public API.
 *
 * <p>Ids such as D-38 are explained in {@code docs/decisions.md} of the OperatorKit repository.
 */
@NullMarked
package dev.operatorkit.json;

import org.jspecify.annotations.NullMarked;
