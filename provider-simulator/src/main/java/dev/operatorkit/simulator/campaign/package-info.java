/** Implements free rounds: campaigns, bonus codes and redemptions (CAM, BON). */
@NullMarked
package dev.operatorkit.simulator.campaign;

import org.jspecify.annotations.NullMarked;
