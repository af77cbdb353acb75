/** Limits the size, number and duration of requests to an HTTP server. Internal to the wallet and the simulator. */
@NullMarked
package dev.operatorkit.http.guard;

import org.jspecify.annotations.NullMarked;
