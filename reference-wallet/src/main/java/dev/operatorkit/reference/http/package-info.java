/** Connects HTTP to the wallet SDK: the adapter, TLS and exact routes. */
@NullMarked
package dev.operatorkit.reference.http;

import org.jspecify.annotations.NullMarked;
