package dev.operatorkit.reference.simulation;

import java.util.HashMap;
import java.util.Map;

/** Names what has a random id, so that the histories of two runs are equal. */
final class Names {
    private final Map<String, String> names = new HashMap<>();

    /** Returns the name of an id, or the id. */
    String of(String id) {
        return names.getOrDefault(id, id);
    }

    /** Names an id, unless it has a name. */
    void put(String id, String name) {
        names.putIfAbsent(id, name);
    }
}
