/** What those who run the wallet look at: health, metrics, what was called and refused. */
@NullMarked
package dev.operatorkit.reference.operations;

import org.jspecify.annotations.NullMarked;
