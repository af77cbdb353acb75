package dev.operatorkit.conformance.suite;

import dev.operatorkit.conformance.wire.Exchange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the movements of a run that the wallet applied without a response, each with the case that sent it. Such a case fails, also
 * when another attempt gets its responses, or when the movement only restored a balance: a service has to guess what happened (D-31).
 */
public final class LostResponses {
    private final Map<String, Integer> sendings = new ConcurrentHashMap<>();
    private final Map<String, Lost> byCase = new ConcurrentHashMap<>();

    /** Holds the failure, and the exchanges that show it. */
    public record Lost(Failure failure, List<Exchange> exchanges) {}

    /** Records that a movement with this id is sent. */
    void recordSending(String id) {
        sendings.merge(id, 1, Integer::sum);
    }

    /** Returns true when this run has sent this id only once, so that a lookup that knows it speaks of that sending. */
    boolean isSentOnce(String id) {
        return sendings.getOrDefault(id, 0) == 1;
    }

    /** Records the lost response of a case; the first one counts. */
    void record(String caseId, Failure failure, List<Exchange> exchanges) {
        byCase.putIfAbsent(caseId, new Lost(failure, List.copyOf(exchanges)));
    }

    /** Returns what a case lost, if it did. */
    public Optional<Lost> find(String caseId) {
        return Optional.ofNullable(byCase.get(caseId));
    }
}
