package dev.operatorkit.simulator.play;

import dev.operatorkit.money.CurrencyCode;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Coordinates one player's rounds. They run together, except one with a lost debit, which runs exclusively. */
record PlayerLane(
        String token, String account, CurrencyCode currency, BalanceTrail balanceTrail, ReadWriteLock rounds) {
    PlayerLane(String token, String account, CurrencyCode currency, BalanceTrail balanceTrail) {
        this(token, account, currency, balanceTrail, new ReentrantReadWriteLock(true));
    }

    void withLock(Runnable round) {
        run(rounds.readLock(), round);
    }

    void exclusively(Runnable round) {
        run(rounds.writeLock(), round);
    }

    private static void run(Lock lock, Runnable round) {
        lock.lock();
        try {
            round.run();
        } finally {
            lock.unlock();
        }
    }
}
