/** {@code play}: many rounds at once against a wallet, and the audit of its books afterwards. */
@NullMarked
package dev.operatorkit.simulator.play;

import org.jspecify.annotations.NullMarked;
