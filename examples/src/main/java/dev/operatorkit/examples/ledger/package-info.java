/** Shows the five callbacks on an operator's own ledger. */
@NullMarked
package dev.operatorkit.examples.ledger;

import org.jspecify.annotations.NullMarked;
