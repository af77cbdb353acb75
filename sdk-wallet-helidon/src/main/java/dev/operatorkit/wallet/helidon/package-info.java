/** Serves the wallet callbacks on Helidon, with {@link dev.operatorkit.wallet.helidon.CallbackHandler}. */
@NullMarked
package dev.operatorkit.wallet.helidon;

import org.jspecify.annotations.NullMarked;
