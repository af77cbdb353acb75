/** Shows the wallet to the people who run it: health, metrics, and the latest callbacks. */
@NullMarked
package dev.operatorkit.reference.operations;

import org.jspecify.annotations.NullMarked;
