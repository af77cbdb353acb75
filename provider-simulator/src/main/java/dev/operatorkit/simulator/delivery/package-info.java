/** What is owed to wallets: stored before it is sent, tried until it succeeds or a person decides (DEL). */
@NullMarked
package dev.operatorkit.simulator.delivery;

import org.jspecify.annotations.NullMarked;
