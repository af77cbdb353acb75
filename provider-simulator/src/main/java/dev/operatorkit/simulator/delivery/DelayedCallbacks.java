package dev.operatorkit.simulator.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Holds callbacks back until the player's next callback was sent. */
final class DelayedCallbacks {
    private final List<Delayed> waiting = new ArrayList<>();

    private record Delayed(CallbackContext context, Runnable send) {
        boolean isOf(String operator, @Nullable String player) {
            return context.operator().equals(operator) && Objects.equals(context.player(), player);
        }
    }

    /** Holds a callback back. Running the result sends it, unless it was already sent. */
    synchronized Runnable hold(CallbackContext context, Runnable send) {
        var isSent = new AtomicBoolean();
        Runnable once = () -> {
            if (!isSent.getAndSet(true)) {
                send.run();
            }
        };
        waiting.add(new Delayed(context, once));
        return once;
    }

    /** Sends the callbacks that waited for this player's next one. */
    synchronized void release(String operator, @Nullable String player) {
        waiting.removeIf(delayed -> {
            if (delayed.isOf(operator, player)) {
                Thread.startVirtualThread(delayed.send);
                return true;
            }
            return false;
        });
    }
}
