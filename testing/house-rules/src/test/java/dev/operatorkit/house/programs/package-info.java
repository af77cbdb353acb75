/** Tests the rules of this code base that the compiler cannot check. */
@NullMarked
package dev.operatorkit.house.programs;

import org.jspecify.annotations.NullMarked;
