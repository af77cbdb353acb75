package dev.operatorkit.simulator.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Callbacks that are held back until another of the same player has overtaken them. */
final class DelayedCallbacks {
    private final List<Late> waiting = new ArrayList<>();

    private record Late(CallbackContext errand, Runnable once) {}

    /** Holds one back; what comes back lets it go in any case, and does nothing when it has gone already. */
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

    /** Lets go what waited for this player's next callback. */
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
