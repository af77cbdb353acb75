package dev.operatorkit.simulator.play;

import dev.operatorkit.simulator.wallet.CallbackReply;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Records since when a wallet is away. All rounds of a run share it, so that they do not wait one after another. */
final class Outage {
    private final Duration maxWait;
    private volatile @Nullable State state;

    /** Creates a record of a wallet that is not away. The run waits for it no longer than {@code maxWait}. */
    Outage(Duration maxWait) {
        this.maxWait = maxWait;
    }

    private record State(long since, CallbackReply newest) {}

    Duration maxWait() {
        return maxWait;
    }

    /** Records the newest reply of the wallet. Any reply but one that says to try again ends the outage. */
    void record(CallbackReply reply) {
        var isAway = Retrying.isAway(reply);
        if (isAway || state != null) {
            change(isAway ? reply : null);
        }
    }

    private synchronized void change(@Nullable CallbackReply newest) {
        var before = state;
        state = newest == null ? null : new State(before == null ? System.nanoTime() : before.since, newest);
    }

    /** Returns the newest reply that says to try again, or null if the wallet is not away. */
    @Nullable
    CallbackReply reply() {
        var now = state;
        return now == null ? null : now.newest;
    }

    /** Returns true if the wallet has been away for longer than the run waits. */
    boolean isTooLong() {
        var now = state;
        return now != null && System.nanoTime() - now.since > maxWait.toNanos();
    }
}
