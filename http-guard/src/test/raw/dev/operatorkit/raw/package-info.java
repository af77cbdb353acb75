/** Speaks HTTP byte by byte, for the tests of every module. */
@NullMarked
package dev.operatorkit.raw;

import org.jspecify.annotations.NullMarked;
