/** What is known of HTTP: the adapter to the wallet SDK, limits, deadlines, TLS. The only packages beside the back office that know Helidon. */
@NullMarked
package dev.operatorkit.reference.http;

import org.jspecify.annotations.NullMarked;
