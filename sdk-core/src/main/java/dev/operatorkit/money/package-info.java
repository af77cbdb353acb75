/** Exact amounts of money (WAL-16, D-19, D-20). */
@NullMarked
package dev.operatorkit.money;

import org.jspecify.annotations.NullMarked;
