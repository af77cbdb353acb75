/** Serves HTTP: TLS, exact routes, and the check of a browser's origin. */
@NullMarked
package dev.operatorkit.reference.http;

import org.jspecify.annotations.NullMarked;
