package dev.operatorkit.simulator.play;

import dev.operatorkit.simulator.wallet.CallbackReply;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits how often and how long calls are sent again. All rounds of a run share it, so that they do not wait one after another for a
 * wallet that is down.
 */
final class Outage {
    private static final int MAX_REFUSALS = 8;
    private static final long MAX_PAUSE_MILLIS = 500;

    private final Duration maxWait;
    private long since;
    private @Nullable CallbackReply newest;

    Outage(Duration maxWait) {
        this.maxWait = maxWait;
    }

    Duration maxWait() {
        return maxWait;
    }

    /** Returns true if the wallet did not respond, or with a status that says that another attempt may succeed (D-29, D-31). */
    static boolean isDown(CallbackReply reply) {
        return reply instanceof CallbackReply.Silent
                || (reply instanceof CallbackReply.Refused refused
                        && (refused.status() >= 500 || refused.status() == 429));
    }

    /** Records the newest reply of the wallet. Any reply but one that says to try again ends the outage. */
    synchronized void record(CallbackReply reply) {
        if (newest == null) {
            since = System.nanoTime();
        }
        newest = isDown(reply) ? reply : null;
    }

    /** Returns the newest reply that says to try again, or null if the wallet is not down. */
    synchronized @Nullable CallbackReply reply() {
        return newest;
    }

    private synchronized boolean isOver(long firstPause) {
        return isLongerThanMax(firstPause) || (newest != null && isLongerThanMax(since));
    }

    private boolean isLongerThanMax(long from) {
        return System.nanoTime() - from > maxWait.toNanos();
    }

    /** Counts the attempts of one call, with growing pauses. */
    final class Retrying {
        private long firstPause;
        private long millis = 20;
        private int calls = 1;

        /** Pauses before the next call; returns false if there should be none. */
        boolean pauseAfter(CallbackReply reply) {
            return (isDown(reply) || calls < MAX_REFUSALS) && pause();
        }

        /** Pauses before the next call; returns false if the wallet was down, or this call failed, for the longest time. */
        boolean pause() {
            // Counted from here, so that the outage never ends later: the next call of the round would wait once more.
            if (calls == 1) {
                firstPause = System.nanoTime();
            }
            if (isOver(firstPause)) {
                return false;
            }
            calls++;
            millis = Math.min(MAX_PAUSE_MILLIS, 2 * millis);
            try {
                Thread.sleep(millis);
                return true;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
