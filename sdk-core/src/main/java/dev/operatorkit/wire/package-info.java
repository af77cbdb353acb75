/**
 * Defines the JSON bodies that operator and provider exchange, as records. The components have the names of the
 * specification's fields. Constructors validate what the receiver would reject, and their messages name the field.
 *
 * <p>Ids such as WAL-13 and D-36 refer to {@code docs/rules.md} and {@code docs/decisions.md}.
 */
@NullMarked
package dev.operatorkit.wire;

import org.jspecify.annotations.NullMarked;
