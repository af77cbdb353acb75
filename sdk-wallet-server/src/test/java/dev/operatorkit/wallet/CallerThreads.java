package dev.operatorkit.wallet;

import dev.operatorkit.money.CurrencyCode;
import dev.operatorkit.money.Money;
import dev.operatorkit.wire.Debit;
import dev.operatorkit.wire.WireAmount;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Runs threads that call a wallet and wait for its response. */
final class CallerThreads {
    private final List<Thread> threads = new ArrayList<>();

    static WireAmount amount(long cents) {
        return WireAmount.of(new Money(cents, CurrencyCode.of("EUR")));
    }

    /** Debits one cent. */
    static Outcome debit(TransactionalWallet wallet, String player, String id) {
        return wallet.debit(oneCent(player, id), new byte[0]);
    }

    /** Returns a movement of one cent. */
    static Movement debit(String player, String id) {
        return Movement.of(oneCent(player, id), player, new byte[0]);
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
        while (caller.getState() != Thread.State.WAITING
                && caller.getState() != Thread.State.TIMED_WAITING
                && caller.isAlive()) {
            Thread.onSpinWait();
        }
        return task;
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
