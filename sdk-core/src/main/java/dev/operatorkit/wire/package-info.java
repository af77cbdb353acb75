/**
 * Defines the JSON bodies that operator and provider exchange, as records. The components have the names of the
 * specification's fields. Constructors of request bodies reject what the receiver would reject, and their messages name
 * the field. Every type of this package is immutable, except for the builders, which are for one thread.
 *
 * <p>Ids such as WAL-13 and D-36 are explained in {@code docs/rules.md} and {@code docs/decisions.md} of the
 * OperatorKit repository.
 */
@NullMarked
package dev.operatorkit.wire;

import org.jspecify.annotations.NullMarked;
