/**
 * Reads and writes JSON with the one configuration of all modules (D-38). Internal to OperatorKit's modules and not
 * part of the public API.
 *
 * <p>Ids such as D-38 refer to {@code docs/decisions.md}.
 */
@NullMarked
package dev.operatorkit.json;

import org.jspecify.annotations.NullMarked;
