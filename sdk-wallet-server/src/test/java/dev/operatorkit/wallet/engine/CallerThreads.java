package dev.operatorkit.wallet.engine;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wallet.CallbackContext;
import dev.operatorkit.wallet.Outcome;
import dev.operatorkit.wallet.PlayerDirectory;
import dev.operatorkit.wallet.TransactionalWallet;
import dev.operatorkit.wallet.rules.Movement;
import dev.operatorkit.wallet.testkit.InMemoryPlayers;
import dev.operatorkit.wallet.testkit.InMemoryWalletStore;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.WireAmount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Runs threads that call a wallet and wait for its response. */
final class CallerThreads {
    private static final PlayerDirectory NO_SESSIONS = new InMemoryPlayers(new InMemoryWalletStore());

    private final List<Thread> threads = new ArrayList<>();

    static WireAmount amount(long cents) {
        return WireAmount.of(new Money(cents, CurrencyCode.of("EUR")));
    }

    /** Debits one cent. */
    static Outcome debit(TransactionalWallet wallet, String player, String id) {
        return wallet.debit(oneCent(player, id), CallbackContext.ofBody());
    }

    /** Returns a movement of one cent. */
    static Movement debit(String player, String id) {
        return movement(oneCent(player, id));
    }

    /** Returns the movement of a debit that names its player. */
    static Movement movement(Debit debit) {
        return Movement.of(debit, NO_SESSIONS, Instant.EPOCH, CallbackContext.ofBody());
    }

    private static Debit oneCent(String player, String id) {
        return new Debit(id, "round-" + id, player, null, null, amount(1), null, null);
    }

    /** Returns once the caller waits, or has ended. */
    FutureTask<Outcome> debitLater(TransactionalWallet wallet, String player, String id) {
        return later(() -> debit(wallet, player, id));
    }

    /** Returns once the caller waits, or has ended. */
    <T> FutureTask<T> later(Callable<T> call) {
        var task = new FutureTask<>(call);
        var caller = new Thread(task);
        threads.add(caller);
        caller.start();
        while (!isWaiting(caller) && caller.isAlive()) {
            Thread.onSpinWait();
        }
        return task;
    }

    /** Returns whether a thread waits, except for a lock: one that waits for the lock of the queue is not in the queue yet. */
    private static boolean isWaiting(Thread thread) {
        if (!isParked(thread)) {
            return false;
        }
        var blocker = LockSupport.getBlocker(thread);
        var isLock =
                blocker != null && ReentrantLock.class.equals(blocker.getClass().getEnclosingClass());
        return !isLock && isParked(thread);
    }

    private static boolean isParked(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    /** Returns the thread that was started last. */
    Thread last() {
        return threads.get(threads.size() - 1);
    }

    /** Returns when none of them runs any longer. */
    void join() throws InterruptedException {
        for (var thread : threads) {
            thread.join();
        }
    }
}
