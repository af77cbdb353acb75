/** Generates malformed requests from a seed, sends them to a server, and checks what the server does. */
@NullMarked
package dev.operatorkit.malformed;

import org.jspecify.annotations.NullMarked;
