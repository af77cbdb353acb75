/** Bounds what a caller of an HTTP server can send, hold and wait for. Internal to the wallet and the simulator. */
@NullMarked
package dev.operatorkit.http.guard;

import org.jspecify.annotations.NullMarked;
