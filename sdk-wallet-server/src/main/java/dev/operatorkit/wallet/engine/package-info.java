/**
 * Contains the internals of {@code dev.operatorkit.wallet}: the round rules and group commit. The module does not export
 * this package, and any version may change it.
 */
@NullMarked
package dev.operatorkit.wallet.engine;

import org.jspecify.annotations.NullMarked;
