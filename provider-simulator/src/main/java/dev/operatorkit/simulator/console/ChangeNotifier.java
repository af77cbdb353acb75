package dev.operatorkit.simulator.console;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Notifies its listeners of changes. */
final class ChangeNotifier {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    void notifyListeners() {
        listeners.forEach(Runnable::run);
    }

    /** Calls {@code listener} at each change, on the notifying thread, until the returned handle is closed. */
    LiveUpdates.Listening subscribe(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
