/** What the compiler cannot say about this code base, as tests. */
@NullMarked
package dev.operatorkit.house;

import org.jspecify.annotations.NullMarked;
