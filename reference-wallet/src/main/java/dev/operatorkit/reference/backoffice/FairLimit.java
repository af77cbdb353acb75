package dev.operatorkit.reference.backoffice;

import java.util.HashMap;
import java.util.Map;

/** Limits what runs at the same time, in total and for each caller, so that no caller takes the places of all others. */
final class FairLimit {
    private final int most;
    private final int mostOfOne;
    private final Map<String, Integer> running = new HashMap<>();

    FairLimit(int most, int mostOfOne) {
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** Takes a place without waiting for one. Returns false if the caller, or all callers, have as many as are allowed. */
    synchronized boolean tryAcquire(String caller) {
        var ofCaller = running.getOrDefault(caller, 0);
        if (ofCaller >= mostOfOne
                || running.values().stream().mapToInt(Integer::intValue).sum() >= most) {
            return false;
        }
        running.put(caller, ofCaller + 1);
        return true;
    }

    /** Gives a place back. */
    synchronized void release(String caller) {
        running.computeIfPresent(caller, (any, count) -> count == 1 ? null : count - 1);
    }
}
