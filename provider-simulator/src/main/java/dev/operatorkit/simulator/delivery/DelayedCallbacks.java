package dev.operatorkit.simulator.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Holds callbacks back until the player's next callback was sent. */
final class DelayedCallbacks {
    private final List<Delayed> waiting = new ArrayList<>();

    /** Holds a callback back. Two are never equal, so that each is removed once. */
    private static final class Delayed {
        private final CallbackContext context;
        private final Runnable send;

        Delayed(CallbackContext context, Runnable send) {
            this.context = context;
            this.send = send;
        }
    }

    /** Holds a callback back. Running the result sends it, unless it was already sent. */
    Runnable hold(CallbackContext context, Runnable send) {
        var delayed = new Delayed(context, send);
        add(delayed);
        return () -> {
            if (remove(delayed)) {
                send.run();
            }
        };
    }

    private synchronized void add(Delayed delayed) {
        waiting.add(delayed);
    }

    private synchronized boolean remove(Delayed delayed) {
        return waiting.remove(delayed);
    }

    /** Sends the callbacks that waited for this player's next one. */
    void release(String operator, @Nullable String player) {
        take(operator, player).forEach(delayed -> Thread.startVirtualThread(delayed.send));
    }

    private synchronized List<Delayed> take(String operator, @Nullable String player) {
        var due = waiting.stream()
                .filter(delayed ->
                        delayed.context.operator().equals(operator) && Objects.equals(delayed.context.player(), player))
                .toList();
        waiting.removeAll(due);
        return due;
    }
}
