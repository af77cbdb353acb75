package dev.operatorkit.simulator.play;

import dev.operatorkit.simulator.wallet.CallbackReply;

/** Limits how often and how long a call is sent again, with growing pauses. */
final class Retrying {
    private static final int MOST_REFUSALS = 8;
    private static final long LONGEST_MILLIS = 500;

    private final Outage outage;
    private long firstPause;
    private long millis = 20;
    private int calls = 1;

    Retrying(Outage outage) {
        this.outage = outage;
    }

    /** Returns true if the wallet did not respond, or with a status that says that another attempt may succeed (D-29, D-31). */
    static boolean isAway(CallbackReply reply) {
        return reply instanceof CallbackReply.Silent
                || (reply instanceof CallbackReply.Refused refused
                        && (refused.status() >= 500 || refused.status() == 429));
    }

    /** Pauses before the next call; returns false if there should be none. */
    boolean pauseAfter(CallbackReply reply) {
        return (isAway(reply) || calls < MOST_REFUSALS) && pause();
    }

    /** Pauses before the next call; returns false if the wallet was away, or this call failed, for the longest time. */
    boolean pause() {
        // Counted from here, so that the outage never ends later: the next call of the round would wait once more.
        if (calls == 1) {
            firstPause = System.nanoTime();
        }
        if (outage.isTooLong()
                || System.nanoTime() - firstPause > outage.maxWait().toNanos()) {
            return false;
        }
        calls++;
        millis = Math.min(LONGEST_MILLIS, 2 * millis);
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
