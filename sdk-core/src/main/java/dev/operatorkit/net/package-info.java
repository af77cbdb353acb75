/** Whose request it is: addresses, ranges of them, and what trusted proxies say (LAU-4, NET-2, D-35). */
@NullMarked
package dev.operatorkit.net;

import org.jspecify.annotations.NullMarked;
