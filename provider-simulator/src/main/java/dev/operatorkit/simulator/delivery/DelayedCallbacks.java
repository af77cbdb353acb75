package dev.operatorkit.simulator.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Holds callbacks back until the player's next callback was sent. */
final class DelayedCallbacks {
    private final List<Late> waiting = new ArrayList<>();

    private record Late(CallbackContext errand, Runnable once) {}

    /** Holds a callback back. Running the result sends it, unless it was already sent. */
    synchronized Runnable hold(CallbackContext errand, Runnable send) {
        var gone = new AtomicBoolean();
        Runnable once = () -> {
            if (gone.compareAndSet(false, true)) {
                send.run();
            }
        };
        waiting.add(new Late(errand, once));
        return once;
    }

    /** Sends the callbacks that waited for this player's next one. */
    void release(String operator, @Nullable String player) {
        take(operator, player).forEach(late -> Thread.startVirtualThread(late.once));
    }

    private synchronized List<Late> take(String operator, @Nullable String player) {
        var due = waiting.stream()
                .filter(late -> late.errand.operator().equals(operator) && Objects.equals(late.errand.player(), player))
                .toList();
        waiting.removeAll(due);
        return due;
    }
}
