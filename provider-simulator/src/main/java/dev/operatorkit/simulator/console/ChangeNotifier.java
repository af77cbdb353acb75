package dev.operatorkit.simulator.console;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Something that goes on, and those who want to hear that it does. */
final class ChangeNotifier {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    void notifyListeners() {
        listeners.forEach(Runnable::run);
    }

    /** Calls {@code listener} at each piece of news, on the teller's thread. Close what comes back. */
    LiveUpdates.Listening subscribe(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
