package dev.operatorkit.simulator.play;

import dev.operatorkit.money.CurrencyCode;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Coordinates one player's rounds. They run together, except one with a lost debit, which runs exclusively. */
final class PlayerLane {
    private final String token;
    private final String account;
    private final CurrencyCode currency;
    private final BalanceTrail balanceTrail;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);

    PlayerLane(String token, String account, CurrencyCode currency, BalanceTrail balanceTrail) {
        this.token = token;
        this.account = account;
        this.currency = currency;
        this.balanceTrail = balanceTrail;
    }

    String token() {
        return token;
    }

    String account() {
        return account;
    }

    CurrencyCode currency() {
        return currency;
    }

    BalanceTrail balanceTrail() {
        return balanceTrail;
    }

    void withLock(Runnable round) {
        lock.readLock().lock();
        try {
            round.run();
        } finally {
            lock.readLock().unlock();
        }
    }

    void exclusively(Runnable round) {
        lock.writeLock().lock();
        try {
            round.run();
        } finally {
            lock.writeLock().unlock();
        }
    }
}
