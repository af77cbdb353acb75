/**
 * Finds the client address of a request, also behind trusted proxies (LAU-4, NET-2, D-35), and checks request paths
 * before they are used for routing. Every type of this package is immutable.
 *
 * <p>Ids such as NET-2 and D-35 are explained in {@code docs/rules.md} and {@code docs/decisions.md} of the OperatorKit
 * repository.
 */
@NullMarked
package dev.operatorkit.net;

import org.jspecify.annotations.NullMarked;
