package dev.operatorkit.wallet.engine;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads the elapsed time, and parks and wakes the threads of a wallet. A simulation replaces it: it then decides in which
 * order they run, and how much time passes.
 */
public interface ThreadControl {
    /** Uses the threads and the time of the JVM. */
    ThreadControl SYSTEM = new ThreadControl() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void park(Object blocker) {
            LockSupport.park(blocker);
        }

        @Override
        public void parkNanos(Object blocker, long nanos) {
            LockSupport.parkNanos(blocker, nanos);
        }

        @Override
        public void pause(long most) {
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most / 2, most));
        }

        @Override
        public void unpark(Thread thread) {
            LockSupport.unpark(thread);
        }
    };

    /** Returns the elapsed time, like {@link System#nanoTime}. */
    long nanoTime();

    /** Parks the current thread, like {@link LockSupport#park(Object)}. */
    void park(Object blocker);

    /** Parks the current thread, like {@link LockSupport#parkNanos(Object, long)}. */
    void parkNanos(Object blocker, long nanos);

    /** Pauses the current thread for a random time, from half of {@code most} nanoseconds on. */
    void pause(long most);

    /** Wakes a thread, like {@link LockSupport#unpark}. */
    void unpark(Thread thread);
}
