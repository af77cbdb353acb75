/** A ledger of an operator's own behind the five callbacks. */
@NullMarked
package dev.operatorkit.examples.ledger;

import org.jspecify.annotations.NullMarked;
