package dev.operatorkit.malformed;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Holds how a server responded to malformed requests.
 *
 * @param counts how many requests of each rule got each status: {@code "a chunk extension 400"}; 0 is no response
 * @param heaps the bytes of heap in use after each part of the requests
 */
public record Outcome(Map<String, Integer> counts, List<Long> heaps) {
    /** Returns how many requests got each status. */
    public Map<String, Integer> byStatus() {
        var byStatus = new TreeMap<String, Integer>();
        counts.forEach((outcome, count) ->
                byStatus.merge(outcome.substring(outcome.lastIndexOf(' ') + 1), count, Integer::sum));
        return byStatus;
    }

    @Override
    public String toString() {
        return "by status " + byStatus() + ", heap in MiB "
                + heaps.stream().map(bytes -> bytes >> 20).toList();
    }

    /** Returns the rules that were used. */
    public long rules() {
        return counts.keySet().stream()
                .map(outcome -> outcome.substring(0, outcome.lastIndexOf(' ')))
                .distinct()
                .count();
    }
}
