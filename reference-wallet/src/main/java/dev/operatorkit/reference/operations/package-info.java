/** Serves the callbacks, and shows the wallet to its operators: health, metrics, and the latest callbacks. */
@NullMarked
package dev.operatorkit.reference.operations;

import org.jspecify.annotations.NullMarked;
