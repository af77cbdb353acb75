/** The one JSON configuration (D-38). For OperatorKit's own modules, not part of the public API. */
@NullMarked
package dev.operatorkit.json;

import org.jspecify.annotations.NullMarked;
