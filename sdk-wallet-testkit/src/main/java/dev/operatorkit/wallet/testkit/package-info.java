/** An in-memory store, signed callbacks, and the contract that proves a store. */
@NullMarked
package dev.operatorkit.wallet.testkit;

import org.jspecify.annotations.NullMarked;
