package dev.operatorkit.conformance;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tracks the debits of a case that may lack a settlement, so that they can be closed when the case ends (RND-4). */
final class OpenRounds {
    private final Map<String, MovementBody> debits = new LinkedHashMap<>();

    synchronized void recordSending(MovementBody message) {
        if (message.kind() == MovementBody.Kind.DEBIT) {
            debits.put(message.id(), message);
        }
    }

    synchronized void recordAnswer(MovementBody message, int status) {
        if (message.kind() != MovementBody.Kind.DEBIT && status == 200) {
            debits.remove(message.reference());
        }
        if (message.kind() == MovementBody.Kind.DEBIT && (status == 401 || status == 409 || status == 422)) {
            debits.remove(message.id());
        }
    }

    synchronized List<MovementBody> unsettled() {
        return List.copyOf(debits.values());
    }
}
