/** What travels between operator and service, as records. */
@NullMarked
package dev.operatorkit.wire;

import org.jspecify.annotations.NullMarked;
