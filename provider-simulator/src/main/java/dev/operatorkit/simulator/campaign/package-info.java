/** Free rounds: campaigns, their bonus codes, and what may be redeemed (CAM, BON). */
@NullMarked
package dev.operatorkit.simulator.campaign;

import org.jspecify.annotations.NullMarked;
