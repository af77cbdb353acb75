/** Stores movements in tables with decimal amounts and UUIDs, as many platforms have them. */
@NullMarked
package dev.operatorkit.examples.numeric;

import org.jspecify.annotations.NullMarked;
