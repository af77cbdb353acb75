package dev.operatorkit.simulator.play;

import dev.operatorkit.money.CurrencyCode;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Coordinates one player's rounds. They run together, except one with a lost debit, which holds the write lock. */
record PlayerLane(String token, String account, CurrencyCode currency, BalanceTrail trail, ReadWriteLock rounds) {
    PlayerLane(String token, String account, CurrencyCode currency, BalanceTrail trail) {
        this(token, account, currency, trail, new ReentrantReadWriteLock(true));
    }
}
